import type { Budget } from './budget.ts'
import { descend, spend } from './budget.ts'
import type { JsonObject, Location } from './json.ts'
import { isObject, memberOf } from './json.ts'
import { KEYWORDS } from './json-schema-keywords.ts'

/**
 * JSON Schema draft 7 for the filters of definitions, with the ordered formats of contract 2.5.
 *
 * Own code instead of a library: filters come from strangers and run in the window too, so no code may be made of them,
 * and every step is paid for from a budget. A few references that name each other would keep a library busy for years.
 */
export interface PreparedSchema {
  /**
   * The first keyword the value breaks; undefined when it conforms.
   *
   * @throws {BudgetSpent}
   */
  readonly check: (value: unknown, budget: Budget) => string | undefined
  /** Whether a pattern of it needs an engine that can go back. */
  readonly backtracks: boolean
}

/** The text is not a JSON Schema of draft 7, or refers to something outside of itself. */
export class SchemaFault extends Error {
  /** Where in the schema. */
  readonly location: Location

  constructor(message: string, location: Location) {
    super(message)
    this.name = 'SchemaFault'
    this.location = location
  }
}

export type Check = PreparedSchema['check']

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
  /** @throws {SchemaFault} at this keyword, or below it. */
  readonly fail: (message: string, ...steps: Location) => never
}

/** Prepares one keyword from its value; undefined when it asserts nothing here. */
export type Keyword = (value: unknown, context: KeywordContext) => Check | undefined

/**
 * Prepares a schema.
 *
 * @throws {SchemaFault}
 * @throws {BudgetSpent} when preparing it was too much work.
 */
export function prepareSchema(root: unknown, budget: Budget): PreparedSchema {
  const referenced = new Map<string, { check: Check | undefined }>()
  let backtracks = false
  const check = prepare(root, [])
  return { check, backtracks }

  function prepare(schema: unknown, location: Location): Check {
    spend(budget, 1)
    if (schema === true) return () => undefined
    if (schema === false) return () => 'false'
    if (!isObject(schema)) throw new SchemaFault('a schema must be an object or a boolean', location)
    const reference = memberOf(schema, '$ref')
    if (reference !== undefined) return prepareReference(reference, [...location, '$ref'])
    return allOf(keywordsOf(schema, location))
  }

  /** In the order of the table, not of the schema: what is cheap to decide comes first. */
  function keywordsOf(schema: JsonObject, location: Location): readonly Check[] {
    return [...KEYWORDS].flatMap(([name, prepareKeyword]) => {
      if (!Object.hasOwn(schema, name)) return []
      const here = [...location, name]
      const context: KeywordContext = {
        schema,
        location: here,
        budget,
        part: (part, ...steps) => prepare(part, [...here, ...steps]),
        sibling: (beside) =>
          Object.hasOwn(schema, beside) ? prepare(schema[beside], [...location, beside]) : undefined,
        noteBacktracking: () => (backtracks = true),
        fail: (message, ...steps) => {
          throw new SchemaFault(message, [...here, ...steps])
        },
      }
      return prepareKeyword(schema[name], context) ?? []
    })
  }

  /** Draft 7: members beside `$ref` have no effect. References are followed when used, since they may lead back. */
  function prepareReference(reference: unknown, location: Location): Check {
    if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference)) {
      throw new SchemaFault('$ref may only point into the same filter (#/…)', location)
    }
    const known = referenced.get(reference)
    const target = known ?? { check: undefined }
    if (known === undefined) {
      referenced.set(reference, target)
      target.check = prepare(findReferenced(root, reference, location), location)
    }
    return (value, spent) => descend(spent, () => target.check?.(value, spent))
  }
}

function allOf(checks: readonly Check[]): Check {
  const [only] = checks
  if (checks.length === 1 && only !== undefined) return only
  return (value, budget) => {
    for (const check of checks) {
      spend(budget, 1)
      const broken = check(value, budget)
      if (broken !== undefined) return broken
    }
    return undefined
  }
}

function findReferenced(root: unknown, reference: string, location: Location): unknown {
  let value = root
  for (const step of pointerSteps(reference, location)) {
    value = Array.isArray(value) && /^\d+$/.test(step) ? (value[Number(step)] as unknown) : memberOf(value, step)
  }
  if (value === undefined) throw new SchemaFault(`${reference} is not in this filter`, location)
  return value
}

function pointerSteps(reference: string, location: Location): readonly string[] {
  try {
    const pointer = decodeURIComponent(reference.slice(1))
    return pointer
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  } catch {
    throw new SchemaFault(`${reference} is not a JSON Pointer`, location)
  }
}
