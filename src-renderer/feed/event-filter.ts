import type { Event } from '../../shared/contract/events.ts'
import { holdsWords } from '../ui/typed-words.ts'
import type { EventKind } from './event-facts.ts'
import { factsOf, kindOf } from './event-facts.ts'

/** Filters for events, besides the day, which the service applies. An empty filter accepts all. */
export interface EventFilter {
  readonly text: string
  readonly kinds: readonly string[]
  readonly people: readonly string[]
  readonly items: readonly string[]
}

/** Whether an event passes the filter. `told` is its sentence, because the search looks at the text that is shown. */
export function passes(event: Event, told: string, filter: EventFilter): boolean {
  const { itemId, personId } = factsOf(event)
  const kind: EventKind = kindOf(event)
  const involved = [personId, event.creator]
  return (
    isAmong(filter.kinds, [kind]) &&
    isAmong(filter.people, involved) &&
    isAmong(filter.items, [itemId]) &&
    holdsWords([told, event.name, event.label], filter.text)
  )
}

function isAmong(wanted: readonly string[], found: readonly (string | null | undefined)[]): boolean {
  return wanted.length === 0 || found.some((one) => typeof one === 'string' && wanted.includes(one))
}
