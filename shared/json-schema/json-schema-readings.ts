import { canonicalJson } from '../presentation-exchange/canonical-json.ts'
import { listOf, memberOf, textOf } from '../presentation-exchange/json.ts'
import type { Check, Run } from './json-schema-keyword.ts'
import { isOfType } from './json-schema-values.ts'
import { isAbsoluteUri } from './uri-references.ts'

/* Applies schemas to the plain form of linked data, see SchemaReading (docs/contract/exchange.md, Evaluation: linked data). */

/** All forms with the same meaning, the value itself first; undefined in place of a form that it does not have. */
export function formsOf(value: unknown): readonly unknown[] {
  return [value, asReferenceObject(value), textOf(memberOf(value, 'id')), [value]]
}

/** The forms that a value may have in the reading of a run, the value itself first. */
export function formsForRun({ reading }: Run, value: unknown): readonly unknown[] {
  return reading === 'json' ? [value] : formsOf(value).filter((form) => form !== undefined)
}

/** The first form of a value that has one of the types, else the value itself. */
export function inFormOf(value: unknown, types: readonly string[]): unknown {
  if (types.length === 0 || types.some((type) => isOfType(value, type))) return value
  return formsOf(value).find((form) => types.some((type) => isOfType(form, type))) ?? value
}

/** Applies a keyword to the form that it describes; under `not`, also to the value itself. */
export function forStatements(name: string, check: Check): Check {
  const formOf = FORMS.get(name)
  if (formOf === undefined) return check
  return (value, run) => {
    if (run.reading === 'json') return check(value, run)
    const violated = check(formOf(value), run)
    return run.isNegated && violated !== undefined ? check(value, run) : violated
  }
}

/**
 * Compares all forms of a value, and an unordered list in any order.
 *
 * @param checkSorted compares with lists that are sorted by {@link sortedLists}
 */
export function comparisonForStatements(name: string, check: Check, checkSorted: Check): Check {
  return (value, run) => {
    if (run.reading === 'json') return check(value, run)
    if (!run.isNegated && check(value, run) === undefined) return undefined
    const isSet = Array.isArray(value) && run.isUnordered(value)
    if (isSet && checkSorted(sorted(value), run) === undefined) return undefined
    const forms = run.isNegated ? [...formsOf(value), asText(value)] : formsOf(value)
    return forms.some((form) => form !== undefined && check(form, run) === undefined) ? undefined : name
  }
}

/** Sorts the entries of each list by their canonical JSON. */
export function sortedLists(values: readonly unknown[]): readonly unknown[] {
  return values.map((value) => (Array.isArray(value) ? sorted(value) : value))
}

function sorted(list: readonly unknown[]): readonly unknown[] {
  return list.toSorted((one, other) => (canonicalJson(one) < canonicalJson(other) ? -1 : 1))
}

/** The form that each keyword describes. */
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
  ].map((name) => [name, asReferenceObject] as const),
  ...['format', 'maxLength', 'minLength', 'pattern'].map((name) => [name, asText] as const),
])

function asReferenceObject(value: unknown): unknown {
  return typeof value === 'string' && isAbsoluteUri(value) ? { id: value } : value
}

function asText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}
