import { canonicalJson } from '../presentation-exchange/canonical-json.ts'
import { listOf, memberOf, textOf } from '../presentation-exchange/json.ts'
import type { Check, Run } from './json-schema-keyword.ts'
import { isOfType } from './json-schema-values.ts'
import { isAbsoluteUri } from './uri-references.ts'

/*
 * A value of linked data in the form that a schema speaks of (docs/contract/exchange.md, Evaluation: linked data).
 */

/**
 * A value of linked data in each form that says the same: itself first, and last in a list; undefined where a form is not one
 * for it.
 */
export function formsOf(value: unknown): readonly unknown[] {
  return [value, referenceOf(value), textOf(memberOf(value, 'id')), [value]]
}

/** What the value may be, in the reading of the run; itself first. */
export function formsIn({ reading }: Run, value: unknown): readonly unknown[] {
  return reading === 'json' ? [value] : formsOf(value).filter((form) => form !== undefined)
}

/** The value in the form that the types of a schema demand, where the statement has more than one. */
export function asDemanded(value: unknown, types: readonly string[]): unknown {
  if (types.length === 0 || types.some((type) => isOfType(value, type))) return value
  return formsOf(value).find((form) => types.some((type) => isOfType(form, type))) ?? value
}

/** Each keyword gets the form that it speaks of. */
export function readingStatements(name: string, prepared: Check): Check {
  const form = FORMS.get(name)
  if (form === undefined) return prepared
  return (value, run) => {
    if (run.reading === 'json') return prepared(value, run)
    const broken = prepared(form(value), run)
    return run.isNegated && broken !== undefined ? prepared(value, run) : broken
  }
}

/**
 * What compares a value may compare any form of it, and a list without order in any order.
 *
 * @param ofSets compares with lists that are sorted as {@link sortedLists} does
 */
export function comparingStatements(name: string, prepared: Check, ofSets: Check): Check {
  return (value, run) => {
    if (run.reading === 'json') return prepared(value, run)
    if (!run.isNegated && prepared(value, run) === undefined) return undefined
    const isSet = Array.isArray(value) && run.isUnordered(value)
    if (isSet && ofSets(sorted(value), run) === undefined) return undefined
    const forms = run.isNegated ? [...formsOf(value), textIn(value)] : formsOf(value)
    return forms.some((one) => one !== undefined && prepared(one, run) === undefined) ? undefined : name
  }
}

/** The entries of each list in the order of their texts, for lists that are compared without one. */
export function sortedLists(values: readonly unknown[]): readonly unknown[] {
  return values.map((value) => (Array.isArray(value) ? sorted(value) : value))
}

function sorted(list: readonly unknown[]): readonly unknown[] {
  return list.toSorted((one, other) => (canonicalJson(one) < canonicalJson(other) ? -1 : 1))
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

/** A reference as the object that it may be written as. */
function referenceOf(value: unknown): unknown {
  return typeof value === 'string' && isAbsoluteUri(value) ? { id: value } : value
}

function textIn(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}
