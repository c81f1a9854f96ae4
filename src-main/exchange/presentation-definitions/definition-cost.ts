import { isObject } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'

/*
 * Estimates the time that preparing a definition takes. Mostly it depends on the size: a character of a path or pattern
 * takes up to some microseconds. A repetition in a pattern multiplies its text.
 */

/** A typical definition has about 2,000 characters. */
const MAX_CHARACTERS = 8 * 1024
/** The states of all patterns. A UUID written with repetitions counts as some 20,000. */
const MAX_STATES = 30_000
/** The pattern engine refuses repetitions that multiply to more. */
const MAX_REPEATED = 1000

/** Whether checking or preparing a definition could block the service thread for more than 25 ms. */
export function isLongDefinition(definition: JsonObject): boolean {
  const left = { characters: MAX_CHARACTERS, states: MAX_STATES }
  return !fits(definition)

  function fits(value: unknown): boolean {
    left.characters -= 1
    if (typeof value === 'string') countText(value)
    if (left.characters < 0 || left.states < 0) return false
    if (Array.isArray(value)) return value.every(fits)
    if (!isObject(value)) return true
    for (const name in value) if (Object.hasOwn(value, name) && !fitsMember(name, value[name])) return false
    return true
  }

  /** Names count as well, because in `patternProperties` they are patterns. */
  function fitsMember(name: string, value: unknown): boolean {
    countText(name)
    return fits(value)
  }

  function countText(text: string): void {
    left.characters -= text.length
    if (left.characters >= 0 && text.includes('{')) left.states -= statesOf(text)
  }
}

/** An upper bound: the states if the three largest repetitions were nested around the whole pattern. */
function statesOf(pattern: string): number {
  const counts = [...pattern.matchAll(/(\d{1,4})\}/g)].map(([, count]) => Number(count))
  const [first = 1, second = 1, third = 1] = counts.sort((one, other) => other - one)
  return pattern.length * Math.min(MAX_REPEATED, first * second * third)
}
