import { isObject } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'

/*
 * What preparing a definition takes, before it is prepared. Its size is most of it: a character of a path or pattern takes
 * up to some microseconds. A repetition in a pattern stands for its text so many times.
 */

/** A usual definition has about 2,000. */
const MAX_CHARACTERS_HERE = 8 * 1024
/** States of all patterns. A UUID written with repetitions is counted as some 20,000. */
const MAX_STATES_HERE = 30_000
/** The engine for patterns refuses repetitions that multiply to more. */
const MAX_REPEATED = 1000

/** Whether checking or preparing a definition could take longer than the window's thread has: 50 ms. */
export function isLongDefinition(definition: JsonObject): boolean {
  const left = { characters: MAX_CHARACTERS_HERE, states: MAX_STATES_HERE }
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

  /** A pattern can be a value or a name (`patternProperties`). */
  function fitsMember(name: string, value: unknown): boolean {
    countText(name)
    return fits(value)
  }

  function countText(text: string): void {
    left.characters -= text.length
    if (left.characters >= 0 && text.includes('{')) left.states -= statesOf(text)
  }
}

/** An upper limit for the states of a pattern: as if its largest repetitions were nested around all of it. */
function statesOf(pattern: string): number {
  const counts = [...pattern.matchAll(/(\d{1,4})\}/g)].map(([, count]) => Number(count))
  const [first = 1, second = 1, third = 1] = counts.sort((one, other) => other - one)
  return pattern.length * Math.min(MAX_REPEATED, first * second * third)
}
