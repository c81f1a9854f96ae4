import type { Budget } from './budget.ts'
import { descend, spend } from './budget.ts'
import type { JsonObject, Location } from './json.ts'
import { isObject, listOf, memberOf, pointerSteps, textOf, textsOf } from './json.ts'
import type { IsUnordered } from './json-path.ts'
import type { Check, KeywordContext } from './json-schema-keyword.ts'
import { KEYWORDS } from './json-schema-keywords.ts'
import { canonicalJson } from './canonical-json.ts'
import { isOfType } from './json-schema-values.ts'
import { isAbsoluteUri } from './string-formats.ts'

/**
 * JSON Schema draft 7 for the filters of definitions, with ordered formats (docs/contract/exchange.md, Filters).
 *
 * Own code instead of a library: filters come from strangers and run in the window too, so no code may be made of them,
 * and every step is paid for from a budget. A few references that name each other would keep a library busy for years.
 */
export interface PreparedSchema {
  /**
   * The first keyword the value breaks; undefined when it conforms.
   *
   * @param reading `json` when left out
   * @param isUnordered of lists of what is stated; none when left out
   * @throws {BudgetSpent}
   */
  readonly check: (
    value: unknown,
    budget: Budget,
    reading?: SchemaReading,
    isUnordered?: IsUnordered,
  ) => string | undefined
  /** Whether a pattern of it needs an engine that can go back. */
  readonly backtracks: boolean
}

/**
 * `statements` is for what linked data states, where a single value says the same with and without a list around it, and a
 * reference the same as text and as an object with nothing but its `id`. Each schema gets the one that it speaks of; what
 * must not hold, under `not`, must hold in none of them.
 */
export type SchemaReading = 'json' | 'statements'

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

/**
 * Prepares a schema.
 *
 * @throws {SchemaFault}
 * @throws {BudgetSpent} when preparing it was too much work.
 */
export function prepareSchema(root: unknown, budget: Budget): PreparedSchema {
  const referenced = new Map<string, { check: Check | undefined }>()
  let backtracks = false
  /** Of the running check; checks are synchronous, so there is one. */
  let current: SchemaReading = 'json'
  let isNegated = false
  let unorderedNow: IsUnordered = () => false
  const check = prepare(root, [])
  return { check: checkAs, backtracks }

  // eslint-disable-next-line max-params -- those of PreparedSchema
  function checkAs(
    value: unknown,
    spent: Budget,
    reading: SchemaReading = 'json',
    isUnordered: IsUnordered = () => false,
  ): string | undefined {
    unorderedNow = isUnordered
    return asReading(reading, () => check(value, spent))
  }

  function asReading<Result>(reading: SchemaReading, work: () => Result): Result {
    const before = current
    current = reading
    try {
      return work()
    } finally {
      current = before
    }
  }

  function prepare(schema: unknown, location: Location): Check {
    spend(budget, 1)
    if (schema === true) return () => undefined
    if (schema === false) return () => 'false'
    if (!isObject(schema)) throw new SchemaFault('a schema must be an object or a boolean', location)
    const reference = memberOf(schema, '$ref')
    if (reference !== undefined) return prepareReference(reference, [...location, '$ref'])
    const types = textsOf(memberOf(schema, 'type'))
    const keywords = allOf(keywordsOf(schema, location))
    return (value, spent) => keywords(current === 'json' ? value : asDemanded(value, types), spent)
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
        negated,
        formsOf: (value) => (current === 'json' ? [value] : formsOf(value)),
        asJson: (work) => asReading('json', work),
        fail: (message, ...steps) => {
          throw new SchemaFault(message, [...here, ...steps])
        },
      }
      const prepared = prepareKeyword(schema[name], context)
      if (prepared !== undefined && VALUE_KEYWORDS.has(name)) {
        const allowed = sortedLists(name === 'enum' ? listOf(schema[name]) : [schema[name]])
        const ofSets = prepareKeyword(name === 'enum' ? allowed : allowed[0], context) ?? prepared
        return comparingStatements(name, prepared, ofSets)
      }
      return (prepared && readingStatements(name, prepared)) ?? []
    })
  }

  /** What compares a value may compare any form of it, and a list without order in any order. */
  function comparingStatements(name: string, prepared: Check, ofSets: Check): Check {
    return (value, spent) => {
      if (current === 'json') return prepared(value, spent)
      const isSet = Array.isArray(value) && unorderedNow(value)
      if (isSet && ofSets(sorted(value), spent) === undefined) return undefined
      const forms = isNegated ? [...formsOf(value), textIn(value)] : formsOf(value)
      return forms.some((one) => one !== undefined && prepared(one, spent) === undefined) ? undefined : name
    }
  }

  /** Each keyword gets the form that it speaks of. */
  function readingStatements(name: string, prepared: Check): Check {
    const form = FORMS.get(name)
    if (form === undefined) return prepared
    return (value, spent) => {
      if (current === 'json') return prepared(value, spent)
      const broken = prepared(form(value), spent)
      return isNegated && broken !== undefined ? prepared(value, spent) : broken
    }
  }

  function negated<Result>(work: () => Result): Result {
    isNegated = !isNegated
    try {
      return work()
    } finally {
      isNegated = !isNegated
    }
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

/** What these say of a list they say of a single value as well, and so on for references and numbers. */
const FORMS: ReadonlyMap<string, (value: unknown) => unknown> = new Map<string, (value: unknown) => unknown>([
  ...['additionalItems', 'contains', 'items', 'maxItems', 'minItems', 'uniqueItems'].map(
    (name) => [name, listOf] as const,
  ),
  ...[
    'additionalProperties',
    'dependencies',
    'maxProperties',
    'minProperties',
    'patternProperties',
    'properties',
    'propertyNames',
    'required',
  ].map((name) => [name, referenceOf] as const),
  ...['format', 'maxLength', 'minLength', 'pattern'].map((name) => [name, textIn] as const),
])

const VALUE_KEYWORDS: ReadonlySet<string> = new Set(['const', 'enum'])

/**
 * A value of linked data in each form that says the same: itself first, and last in a list; undefined where a form is not one
 * for it.
 */
export function formsOf(value: unknown): readonly unknown[] {
  return [value, referenceOf(value), textOf(memberOf(value, 'id')), [value]]
}

/** A reference as the object that it may be written as. */
function referenceOf(value: unknown): unknown {
  return typeof value === 'string' && isAbsoluteUri(value) ? { id: value } : value
}

function textIn(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}

/** The value in the form that the types of a schema demand, where the statement has more than one. */
function asDemanded(value: unknown, types: readonly string[]): unknown {
  if (types.length === 0) return value
  return formsOf(value).find((form) => types.some((type) => isOfType(form, type))) ?? value
}

/** The entries of each list in the order of their texts, for lists that are compared without one. */
function sortedLists(values: readonly unknown[]): readonly unknown[] {
  return values.map((value) => (Array.isArray(value) ? sorted(value) : value))
}

function sorted(list: readonly unknown[]): readonly unknown[] {
  return list.toSorted((one, other) => (canonicalJson(one) < canonicalJson(other) ? -1 : 1))
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
  for (const step of referenceSteps(reference, location)) {
    value = Array.isArray(value) && /^\d+$/.test(step) ? (value[Number(step)] as unknown) : memberOf(value, step)
  }
  if (value === undefined) throw new SchemaFault(`${reference} is not in this filter`, location)
  return value
}

function referenceSteps(reference: string, location: Location): readonly string[] {
  try {
    return pointerSteps(decodeURIComponent(reference.slice(1)))
  } catch {
    throw new SchemaFault(`${reference} is not a JSON Pointer`, location)
  }
}
