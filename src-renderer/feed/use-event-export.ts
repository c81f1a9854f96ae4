import type { Ref } from 'vue'
import type { Event } from '../../shared/contract/events.ts'
import { useExport } from '../rows/export/use-export.ts'
import type { Export } from '../rows/export/use-export.ts'
import { useActor } from '../session/use-actor.ts'
import type { KnownNames } from './event-sentence.ts'
import { sentenceOf } from './event-sentence.ts'
import type { ToldEvent } from './export-events.ts'
import { EVENT_SHAPE } from './export-events.ts'
import type { EventFeed } from './use-event-feed.ts'

/** A list of events, of which only the first pages may have been read. */
export interface ExportedEvents {
  readonly feed: EventFeed
  /** Loaded events that pass the filter. */
  readonly rows: Readonly<Ref<readonly Event[]>>
  readonly names: Readonly<Ref<KnownNames>>
  /** An event as a person reads it. */
  readonly told: Readonly<Ref<(event: Event) => string>>
}

const ANOTHER_READING_MS = 20

/**
 * Exports all events that pass the filter, including those that were not read yet.
 *
 * @param words further words of the file name, after the actor's name
 */
export function useEventExport(
  actor: string,
  list: ExportedEvents,
  words: () => readonly string[] = () => ['events'],
): Export {
  const { look } = useActor(actor)
  const { feed } = list

  return useExport<ToldEvent>({
    name: () => [...words(), look.value.name],
    shape: EVENT_SHAPE,
    async read({ onRead, isCancelled }) {
      while (feed.more.value && !isCancelled()) {
        if (feed.failure.value !== undefined) return undefined // the list shows it
        if (!(await feed.readMore())) await new Promise((resolve) => setTimeout(resolve, ANOTHER_READING_MS))
        onRead(feed.events.value?.length ?? 0)
      }
      if (feed.events.value === undefined) return undefined // locked meanwhile
      const names = list.names.value
      return list.rows.value.map((event) => ({
        event,
        sentence: list.told.value(event),
        who: sentenceOf(event, names).parts['who'] ?? '',
      }))
    },
  })
}
