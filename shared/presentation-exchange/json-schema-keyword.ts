import type { Budget } from './budget.ts'
import type { JsonObject, Location } from './json.ts'

/** Judges a value: what is wrong with it, or undefined. @throws {BudgetSpent} */
export type Check = (value: unknown, budget: Budget) => string | undefined

/** What a keyword is prepared with. */
export interface KeywordContext {
  /** The schema the keyword stands in. */
  readonly schema: JsonObject
  readonly location: Location
  readonly budget: Budget
  /** Prepares a schema further down. */
  readonly part: (schema: unknown, ...steps: Location) => Check
  /** Prepares the schema under another keyword beside this one, if there is one. */
  readonly sibling: (name: string) => Check | undefined
  readonly noteBacktracking: () => void
  /** Runs a check of what must not hold. */
  readonly negated: <Result>(work: () => Result) => Result
  /** What the value may be, in the reading of the running check; itself first. */
  readonly formsOf: (value: unknown) => readonly unknown[]
  /** Runs a check on values as they stand, whatever the reading. */
  readonly asJson: <Result>(work: () => Result) => Result
  /** @throws {SchemaFault} at this keyword, or below it. */
  readonly fail: (message: string, ...steps: Location) => never
}

/** Prepares one keyword from its value; undefined when it asserts nothing here. */
export type Keyword = (value: unknown, context: KeywordContext) => Check | undefined
