/**
 * How much work an evaluation may do. Paths, filters and patterns come from strangers, so each of their steps is counted.
 * Unlike a time limit, a budget gives the same result on every machine.
 */
export interface Budget {
  stepsLeft: number
  depth: number
  readonly maxDepth: number
  /** Whether patterns may backtrack. Their steps cannot be counted, so they need a time limit. */
  readonly mayBacktrack: boolean
}

/** A few tenths of a second at most. A usual descriptor takes a few dozen steps for each credential. */
const USUAL_STEPS = 250_000

/** A limit is needed because references of a schema may be circular. */
const MAX_DEPTH = 200

export function newBudget(steps = USUAL_STEPS, mayBacktrack = false, maxDepth = MAX_DEPTH): Budget {
  return { stepsLeft: steps, depth: 0, maxDepth, mayBacktrack }
}

/** The input takes more work than the budget allows. */
export class BudgetSpent extends Error {
  constructor() {
    super('this takes more steps than allowed')
    this.name = 'BudgetSpent'
  }
}

/** The input is nested too deeply, for example by a schema that refers to itself. */
export class TooDeep extends BudgetSpent {}

/** @throws {BudgetSpent} */
export function spend(budget: Budget, steps: number): void {
  budget.stepsLeft -= steps
  if (budget.stepsLeft < 0) throw new BudgetSpent()
}

/** Runs work one nesting level deeper. @throws {TooDeep} */
export function descend<Result>(budget: Budget, work: () => Result): Result {
  if (budget.depth >= budget.maxDepth) throw new TooDeep()
  budget.depth += 1
  try {
    return work()
  } finally {
    budget.depth -= 1
  }
}
