import { RE2JS } from 're2js'
import type { Budget } from '../presentation-exchange/budget.ts'
import { spend } from '../presentation-exchange/budget.ts'

/** A pattern for an engine that does not backtrack, so that the cost of a match is known in advance. */
export interface LinearPattern {
  /** @throws {BudgetSpent} */
  test(text: string, budget: Budget): boolean
}

/** The number of engine states that can be visited for one step of a budget. */
const STATES_PER_STEP = 16
/** Creating a state takes longer than visiting it. */
const STEPS_PER_NEW_STATE = 4
const CHARACTERS_PER_STEP = 16
/** The engine copies a table of a few hundred ranges for every Unicode property in a pattern. */
const STEPS_PER_PROPERTY = 64

/**
 * Compiles a pattern in the syntax of RE2, which is not anchored. Undefined if the engine does not support it: repetitions
 * above 1,000, deeply nested groups, unknown Unicode properties.
 *
 * @param syntax translated from another syntax, and never what somebody sent
 * @throws {BudgetSpent}
 */
export function linearPattern(syntax: string, budget: Budget): LinearPattern | undefined {
  const properties = syntax.match(/\\[pP]\{/g) ?? []
  spend(budget, syntax.length / CHARACTERS_PER_STEP + properties.length * STEPS_PER_PROPERTY)
  const engine = compile(syntax)
  if (engine === undefined) return undefined
  const states = engine.programSize()
  spend(budget, states * STEPS_PER_NEW_STATE)
  return {
    test(text, testBudget) {
      spend(testBudget, 1 + Math.ceil((text.length * states) / STATES_PER_STEP))
      return engine.matcher(text).find()
    },
  }
}

function compile(syntax: string): RE2JS | undefined {
  try {
    return RE2JS.compile(syntax)
  } catch {
    return undefined
  }
}

/* Parts of the syntax of RE2, for translations. */

export const TEXT_START = String.raw`(?:\A)`
export const TEXT_END = String.raw`(?:\z)`

/** A range in a character class, written as code points so that nothing needs to be escaped. */
export function characterRange(first: number, last = first): string {
  return first === last ? codePoint(first) : `${codePoint(first)}-${codePoint(last)}`
}

function codePoint(character: number): string {
  return `\\x{${character.toString(16)}}`
}

/** A quantifier. @param max may be Infinity */
export function repetition(min: number, max: number): string {
  return `{${min},${max === Infinity ? '' : max}}`
}
