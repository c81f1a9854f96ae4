import { spend } from '../presentation-exchange/budget.ts'
import type { Budget } from '../presentation-exchange/budget.ts'
import type { JsonObject, Location } from '../presentation-exchange/json.ts'
import type { SchemaResource } from './json-schema-resources.ts'

/** A violation of a schema. */
export interface Violation {
  /** The place in the validated value. */
  readonly location: Location
  readonly keyword: string
  /** The value of the keyword in the schema. */
  readonly expected: unknown
  /** The name of a member that is missing. */
  readonly missing?: string
}

/**
 * How values are read. In `statements`, the plain form of linked data, a single value means the same as a list of one, and
 * the string of a reference the same as an object with only its `id`. A schema is applied to the form that it describes; a
 * schema under `not` must be violated by all forms.
 */
export type SchemaReading = 'json' | 'statements'

/** Whether a list has no stated order. */
export type IsUnordered = (list: readonly unknown[]) => boolean

/** The state of one validation. */
export interface Run {
  readonly budget: Budget
  /** All violations so far; undefined if the first one ends the validation. */
  violations: Violation[] | undefined
  /** The place of the current value; only kept while violations are collected. */
  readonly location: (string | number)[]
  /** The evaluated parts of the current value; undefined if no keyword needs them. */
  evaluated: Evaluated | undefined
  /** The dynamic scope: all schema resources that were entered to get here (2020-12, Core, 7.1). */
  readonly scope: SchemaResource[]
  reading: SchemaReading
  readonly isUnordered: IsUnordered
  /** Whether an odd number of `not` surrounds the current schema. */
  isNegated: boolean
}

/** The members and entries that have been evaluated (2020-12, Core, 11: `unevaluatedItems`, `unevaluatedProperties`). */
export interface Evaluated {
  readonly names: Set<string>
  readonly items: Set<number>
}

/** Validates a value. Returns the first keyword that it violates, or undefined. @throws {BudgetSpent} */
export type Check = (value: unknown, run: Run) => string | undefined

/** The context for preparing a keyword. */
export interface KeywordContext {
  /** The schema that contains the keyword. */
  readonly schema: JsonObject
  /** The resource that contains the schema. */
  readonly home: SchemaResource
  /** Whether the schema is a filter, in which bounds may be strings, as in no draft. */
  readonly isFilter: boolean
  readonly budget: Budget
  /** Prepares a schema in the value of this keyword. */
  readonly part: (schema: unknown, ...steps: Location) => Check
  /** Prepares the schema under a neighbouring keyword, if there is one. */
  readonly sibling: (name: string) => Check | undefined
  /** Prepares the target of a reference. */
  readonly referenced: (reference: unknown, isDynamic: boolean) => Check
  readonly noteBacktracking: () => void
  /** Makes all keywords record what they evaluate. */
  readonly noteEvaluation: () => void
  /** Reports that this keyword is not applied. */
  readonly noteUnapplied: (message: string) => void
  /** @throws {SchemaFault} at this keyword, or at steps below it */
  readonly fail: (message: string, ...steps: Location) => never
}

/** Prepares a keyword from its value; undefined if it asserts nothing. */
export type Keyword = (value: unknown, context: KeywordContext) => Check | undefined

const MAX_VIOLATIONS = 1000

/** Validates parts until the first violation, or all parts if violations are collected. Returns the last violated keyword. */
export function firstViolation<Part>(
  parts: Iterable<Part>,
  run: Run,
  check: (part: Part) => string | undefined,
): string | undefined {
  let violated: string | undefined
  for (const part of parts) {
    spend(run.budget, 1)
    violated = check(part) ?? violated
    const continues = run.violations !== undefined && run.violations.length < MAX_VIOLATIONS
    if (violated !== undefined && !continues) break
  }
  return violated
}

/** Validates a part of the value. */
// eslint-disable-next-line max-params -- the schema, the part and its place
export function validatePart(check: Check, part: unknown, step: string | number, run: Run): string | undefined {
  const { evaluated } = run
  run.evaluated = undefined
  if (run.violations !== undefined) run.location.push(step)
  const violated = check(part, run)
  if (run.violations !== undefined) run.location.pop()
  run.evaluated = evaluated
  return violated
}

/** Validates without collecting violations. */
export function validateSilently(check: Check, value: unknown, run: Run): string | undefined {
  const { violations } = run
  run.violations = undefined
  const violated = check(value, run)
  run.violations = violations
  return violated
}

/** Validates a value against a schema under `not`. */
export function validateNegated(check: Check, value: unknown, run: Run): string | undefined {
  const { evaluated } = run
  run.evaluated = undefined
  run.isNegated = !run.isNegated
  const violated = validateSilently(check, value, run)
  run.isNegated = !run.isNegated
  run.evaluated = evaluated
  return violated
}
