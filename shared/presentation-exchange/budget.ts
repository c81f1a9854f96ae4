/**
 * How much work an evaluation may do. Paths, filters and patterns come from strangers: each step of theirs is counted, so
 * that the same input ends in the same way on every machine, which a clock could not promise.
 */
export interface Budget {
  stepsLeft: number
  depth: number
  readonly maxDepth: number
  /** Patterns whose engine can go back cannot be counted: they run only where somebody watches the clock. */
  readonly mayBacktrack: boolean
}

/** Lasts some tenths of a second at most; a credential against one usual descriptor takes some dozens. */
const USUAL_STEPS = 250_000

/** References of a schema may lead in circles. */
const MAX_DEPTH = 200

export function newBudget(steps = USUAL_STEPS, mayBacktrack = false, maxDepth = MAX_DEPTH): Budget {
  return { stepsLeft: steps, depth: 0, maxDepth, mayBacktrack }
}

/** The input asked for more work than it is worth. */
export class BudgetSpent extends Error {
  constructor() {
    super('this takes more steps than allowed')
    this.name = 'BudgetSpent'
  }
}

/** The input is nested too deeply, like a schema that refers to itself. */
export class TooDeep extends BudgetSpent {}

/** @throws {BudgetSpent} */
export function spend(budget: Budget, steps: number): void {
  budget.stepsLeft -= steps
  if (budget.stepsLeft < 0) throw new BudgetSpent()
}

/**
 * Runs work one level further down.
 *
 * @throws {TooDeep}
 */
export function descend<Result>(budget: Budget, work: () => Result): Result {
  if (budget.depth >= budget.maxDepth) throw new TooDeep()
  budget.depth += 1
  try {
    return work()
  } finally {
    budget.depth -= 1
  }
}
