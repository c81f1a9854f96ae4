import type { Budget } from '../presentation-exchange/budget.ts'
import type { JsonObject, Location } from '../presentation-exchange/json.ts'
import type { SchemaResource } from './json-schema-resources.ts'

/** A violation of a schema. */
export interface Violation {
  /** The location, in the value, of the part that breaks it. */
  readonly location: Location
  readonly keyword: string
  /** The value of the keyword in the schema. */
  readonly expected: unknown
  /** The name of a member that is missing. */
  readonly missing?: string
}

/**
 * `statements` is for what linked data states, where a single value says the same with and without a list around it, and a
 * reference the same as text and as an object with nothing but its `id`. Each schema gets the one that it speaks of; what
 * must not hold, under `not`, must hold in none of them.
 */
export type SchemaReading = 'json' | 'statements'

/** Whether nothing states the order of a list. */
export type IsUnordered = (list: readonly unknown[]) => boolean

/** The state of one validation, discarded afterwards, also when the budget ends it. */
export interface Run {
  readonly budget: Budget
  /** Everything the value breaks; undefined where the first thing is enough. */
  found: Violation[] | undefined
  /** The location of the part that is being judged; kept only while violations are collected. */
  readonly location: (string | number)[]
  /** Evaluated parts of the current value; undefined if no keyword needs them. */
  evaluated: Evaluated | undefined
  /** The schema resources that were entered on the way here (2020-12, Core, 7.1: dynamic scope). */
  readonly scope: SchemaResource[]
  reading: SchemaReading
  readonly isUnordered: IsUnordered
  isNegated: boolean
}

/** Members and entries that a schema has looked at (2020-12, Core, 11: `unevaluatedItems`, `unevaluatedProperties`). */
export interface Evaluated {
  readonly names: Set<string>
  readonly items: Set<number>
}

/** Judges a value: a keyword that it breaks, or undefined. @throws {BudgetSpent} */
export type Check = (value: unknown, run: Run) => string | undefined

/** The context for preparing a keyword. */
export interface KeywordContext {
  /** The schema that contains the keyword. */
  readonly schema: JsonObject
  /** The document that contains the schema, with its resources. */
  readonly home: SchemaResource
  /** Filters have bounds that are texts, which no draft has. */
  readonly isFilter: boolean
  readonly budget: Budget
  /** Prepares a schema further down. */
  readonly part: (schema: unknown, ...steps: Location) => Check
  /** Prepares the schema under another keyword beside this one, if there is one. */
  readonly sibling: (name: string) => Check | undefined
  /** Prepares the schema that a reference leads to. */
  readonly referenced: (reference: unknown, isDynamic: boolean) => Check
  readonly noteBacktracking: () => void
  /** Something beside it asks what has been evaluated, so that nothing may be left out. */
  readonly noteEvaluation: () => void
  /** Says of what stands here, or under a step from here, that it is not applied. */
  readonly noteUnapplied: (message: string) => void
  /** @throws {SchemaFault} at this keyword, or below it. */
  readonly fail: (message: string, ...steps: Location) => never
}

/** Prepares one keyword from its value; undefined when it asserts nothing here. */
export type Keyword = (value: unknown, context: KeywordContext) => Check | undefined

const MAX_VIOLATIONS = 1000

/** Whether a check continues after a violation. */
export function collectsMore({ found }: Run): boolean {
  return found !== undefined && found.length < MAX_VIOLATIONS
}

/** Validates a part of the value. */
// eslint-disable-next-line max-params -- what is judged, by what
export function judgePart(check: Check, part: unknown, step: string | number, run: Run): string | undefined {
  const { evaluated } = run
  run.evaluated = undefined
  if (run.found !== undefined) run.location.push(step)
  const broken = check(part, run)
  if (run.found !== undefined) run.location.pop()
  run.evaluated = evaluated
  return broken
}

/** Validates without collecting violations. */
export function judgeSilently(check: Check, value: unknown, run: Run): string | undefined {
  const { found } = run
  run.found = undefined
  const broken = check(value, run)
  run.found = found
  return broken
}

/** Validates a value against a schema under `not`. */
export function judgeNegated(check: Check, value: unknown, run: Run): string | undefined {
  const { evaluated } = run
  run.evaluated = undefined
  run.isNegated = !run.isNegated
  const broken = judgeSilently(check, value, run)
  run.isNegated = !run.isNegated
  run.evaluated = evaluated
  return broken
}
