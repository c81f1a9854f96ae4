import { sentenceOf } from '../../feed/event-sentence.ts'
import { useExport } from '../../parts/export/use-export.ts'
import type { Export } from '../../parts/export/use-export.ts'
import { useActor } from '../../session/use-actor.ts'
import type { ToldEvent } from './export-events.ts'
import { EVENT_SHAPE } from './export-events.ts'
import type { EventList } from './use-event-list.ts'

const ANOTHER_READING_MS = 20

/** Writes all events that pass the filter, also those that were not read yet. */
export function useEventExport(actor: string, list: EventList): Export {
  const { look } = useActor(actor)
  const { feed } = list

  return useExport<ToldEvent>({
    name: () => ['events', look.value.name],
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
