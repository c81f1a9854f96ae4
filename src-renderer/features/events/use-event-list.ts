import { computed } from 'vue'
import type { Event } from '../../../shared/contract/events.ts'
import { sentenceOf, sentenceText } from '../../feed/event-sentence.ts'
import { useEventFeed } from '../../feed/use-event-feed.ts'
import { useFeedRows } from '../../feed/use-feed-rows.ts'
import { useKnownNames } from '../../feed/use-known-names.ts'
import { useAddressFilter } from '../../rows/use-address-filter.ts'
import { useTypedFilter } from '../../rows/use-typed-filter.ts'
import { useActor } from '../../session/use-actor.ts'
import { singleChoice } from '../../ui/chosen-filters.ts'
import type { EventFilter } from '../../feed/event-filter.ts'
import { passes } from '../../feed/event-filter.ts'

/**
 * The filtered events of one actor. The service filters by day; the rest is filtered here, so further pages are read
 * until enough events match or none are left.
 */
export function useEventList(actor: string) {
  const address = useAddressFilter(['kind', 'person', 'item', 'day'])
  const { chosen } = address
  const { text, sought, active, clear } = useTypedFilter(chosen)
  const day = singleChoice(chosen, 'day')
  const feed = useEventFeed(actor, { day: () => day.value })
  const { names, people, itemNames } = useKnownNames(actor, () => feed.events.value ?? [])

  const filter = computed<EventFilter>(() => ({
    text: sought.value,
    kinds: chosen.value['kind'] ?? [],
    people: chosen.value['person'] ?? [],
    items: chosen.value['item'] ?? [],
  }))
  const told = computed(() => {
    const [known, sentences] = [names.value, new WeakMap<Event, string>()]
    return (event: Event): string => {
      const found = sentences.get(event) ?? sentenceText(sentenceOf(event, known))
      sentences.set(event, found)
      return found
    }
  })
  const list = useFeedRows(actor, feed, { fitting, filter: () => [filter.value, day.value] })

  function fitting(events: readonly Event[]): readonly Event[] {
    return events.filter((event) => passes(event, told.value(event), filter.value))
  }

  useActor(actor).whenLocked(clear)

  return {
    feed,
    list,
    rows: computed(() => list.list.value ?? []),
    text,
    day,
    chosen,
    address,
    active,
    names,
    people,
    itemNames,
    told,
    clear,
  }
}
