import { RE2JS } from 're2js'
import type { Budget } from './budget.ts'
import { BudgetSpent, spend } from './budget.ts'

/** A pattern ready to be tried on texts. */
export interface PreparedPattern {
  /** Whether only an engine that can go back knows it; a hostile text can make such an engine run for years. */
  readonly backtracks: boolean
  /** @throws {BudgetSpent} */
  test(text: string, budget: Budget): boolean
}

/** One step of a budget pays for so many states of the engine to be visited. */
const STATES_PER_STEP = 16
/** Making a state is more work than visiting one. */
const STEPS_PER_NEW_STATE = 4

/**
 * Prepares a pattern of a filter. It is not anchored; a quantifier such as `{10-12}` is literal text (contract 2.5).
 *
 * @throws {SyntaxError} when no engine knows it.
 * @throws {BudgetSpent} when preparing it was too much work.
 */
export function preparePattern(pattern: string, budget: Budget): PreparedPattern {
  spend(budget, pattern.length)
  const linear = linearPattern(pattern)
  if (linear === undefined) {
    const engine = new RegExp(pattern)
    return {
      backtracks: true,
      test(text, { mayBacktrack }) {
        if (!mayBacktrack) throw new BudgetSpent()
        return engine.test(text)
      },
    }
  }
  const states = linear.programSize()
  spend(budget, states * STEPS_PER_NEW_STATE)
  return {
    backtracks: false,
    test(text, spent) {
      spend(spent, 1 + Math.ceil((text.length * states) / STATES_PER_STEP))
      return linear.matcher(text).find()
    },
  }
}

/** Look-around and back-references are what the engine does not know. */
function linearPattern(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern))
  } catch {
    return undefined
  }
}
