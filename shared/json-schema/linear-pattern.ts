import { RE2JS } from 're2js'
import type { Budget } from '../presentation-exchange/budget.ts'
import { spend } from '../presentation-exchange/budget.ts'

/** A pattern in an engine that never goes back: what a text costs is known before it is tried. */
export interface LinearPattern {
  /** @throws {BudgetSpent} */
  test(text: string, budget: Budget): boolean
}

/** One step of a budget pays for so many states of the engine to be visited. */
const STATES_PER_STEP = 16
/** Making a state is more work than visiting one. */
const STEPS_PER_NEW_STATE = 4
const LETTERS_READ_PER_STEP = 16
/** A property of characters is a table of some hundred ranges, copied wherever it stands. */
const STEPS_PER_PROPERTY = 64

/**
 * Prepares a pattern of RE2's syntax. It is not anchored. Undefined when the engine cannot hold it: repetitions above
 * 1,000, groups nested deeper than it goes, properties of characters it has no table of.
 *
 * @param syntax made by a translation, never what somebody sent: the syntax of RE2 is not the one that is promised
 * @throws {BudgetSpent} when preparing it was too much work.
 */
export function linearPattern(syntax: string, budget: Budget): LinearPattern | undefined {
  const properties = syntax.match(/\\[pP]\{/g) ?? []
  spend(budget, syntax.length / LETTERS_READ_PER_STEP + properties.length * STEPS_PER_PROPERTY)
  const engine = compiled(syntax)
  if (engine === undefined) return undefined
  const states = engine.programSize()
  spend(budget, states * STEPS_PER_NEW_STATE)
  return {
    test(text, spent) {
      spend(spent, 1 + Math.ceil((text.length * states) / STATES_PER_STEP))
      return engine.matcher(text).find()
    },
  }
}

function compiled(syntax: string): RE2JS | undefined {
  try {
    return RE2JS.compile(syntax)
  } catch {
    return undefined
  }
}

/* Pieces of RE2's syntax, which every translation puts together. */

export const TEXT_START = String.raw`(?:\A)`
export const TEXT_END = String.raw`(?:\z)`

/** A range of characters inside of a class; written as numbers, no character has a meaning of its own. */
export function characterRange(first: number, last = first): string {
  return first === last ? numbered(first) : `${numbered(first)}-${numbered(last)}`
}

function numbered(character: number): string {
  return `\\x{${character.toString(16)}}`
}

/** How often the piece before it stands; without end when `max` is infinite. */
export function repetition(min: number, max: number): string {
  return `{${min},${max === Infinity ? '' : max}}`
}
