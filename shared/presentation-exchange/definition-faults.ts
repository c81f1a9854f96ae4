import type { z } from 'zod'
import { messageFields } from '../phrase.ts'
import type { MessageFields, Message } from '../phrase.ts'
import { ruleOf, ruleText } from '../rule-text.ts'
import type { JsonObject, Location } from './json.ts'
import { isObject, jsonPointer, valueAt } from './json.ts'

/** The codes of faults, with which a definition cannot be stored, and of warnings. */
export const DEFINITION_CODES = [
  'required',
  'type',
  'enum',
  'empty',
  'too_many',
  'too_long',
  'duplicate',
  'uri_invalid',
  'format_unknown',
  'jsonpath_invalid',
  'json_schema_invalid',
  'predicate_without_filter',
  'field_id_unknown',
  'rule_unknown',
  'from_or_from_nested',
  'group_unknown',
  'descriptor_ungrouped',
  'number_out_of_range',
  'too_deep',
  'id_ignored',
  'ignored_member',
  'asks_nothing',
  'format_unsupported',
  'predicate_unsupported',
  'pattern_backtracking',
  'group_unused',
  'rule_argument_ignored',
  'rule_argument_missing',
  'unsatisfiable',
  'id_unknown',
] as const
export type DefinitionCode = (typeof DEFINITION_CODES)[number]

/** A fault or warning about a part of a definition. */
export interface DefinitionFault extends MessageFields {
  /** JSON Pointer into the definition. */
  readonly path: string
  readonly code: string
}

/** A fault as rules report it, before its place becomes a JSON Pointer. */
export interface FaultAt {
  readonly location: Location
  readonly code: DefinitionCode
  readonly message: Message
}

/** Reports the same fault at several places. */
export function faultsAt(places: readonly Location[], code: DefinitionCode, message: Message): readonly FaultAt[] {
  return places.map((location) => ({ location, code, message }))
}

/** Faults of the shape (docs/contract/exchange.md, Definitions: fields). */
export function shapeFaults(schema: z.ZodType, value: unknown, at: Location): readonly FaultAt[] {
  const result = schema.safeParse(value, { error: ruleText })
  if (result.success) return []
  return result.error.issues.map((issue) => {
    const inner = issue.path.map((step) => (typeof step === 'number' ? step : String(step)))
    const missing = valueAt(value, inner) === undefined
    return {
      location: [...at, ...inner],
      code: missing ? 'required' : codeOf(issue, inner.at(-1)),
      message: missing ? 'is missing' : ruleOf(issue),
    }
  })
}

const CODE_OF_ISSUE: Readonly<Record<string, DefinitionCode>> = {
  invalid_type: 'type',
  invalid_value: 'enum',
  'too_small array': 'empty',
  'too_big array': 'too_many',
  'too_big string': 'too_long',
}

function codeOf(issue: z.core.$ZodIssue, member: string | number | undefined): DefinitionCode {
  if (issue.code === 'custom') return DEFINITION_CODES.find((code) => code === issue.params?.['code']) ?? 'type'
  if (issue.code === 'invalid_value' && member === 'rule') return 'rule_unknown'
  const kind = 'origin' in issue ? `${issue.code} ${issue.origin}` : issue.code
  return CODE_OF_ISSUE[kind] ?? 'type'
}

/** Sorts faults in the order of the body, and keeps one for each place and code. */
export function inBodyOrder(faults: readonly FaultAt[], body: unknown): readonly DefinitionFault[] {
  const positionOf = positionsIn(body)
  const positions = new Map(faults.map((fault) => [fault, positionOf(fault.location)]))
  const sorted = [...faults].sort((one, other) =>
    comparePositions(positions.get(one) ?? [], positions.get(other) ?? []),
  )
  const byKey = new Map<string, DefinitionFault>()
  for (const { location, code, message } of sorted) {
    const path = jsonPointer(location)
    const key = `${path} ${code}`
    if (!byKey.has(key)) byKey.set(key, { path, code, ...messageFields(message) })
  }
  return [...byKey.values()]
}

/**
 * Returns a function that finds the index of each step of a place; a missing member has the index -1. The order of the
 * members of each object is determined only once, because an object may have as many faults as members.
 */
function positionsIn(body: unknown): (location: Location) => readonly number[] {
  const orders = new Map<object, ReadonlyMap<string, number>>()
  return (location) => {
    let value = body
    return location.map((step) => {
      const position = isObject(value) ? (orderOf(value).get(String(step)) ?? -1) : Number(step)
      value = valueAt(value, [step])
      return position
    })
  }

  function orderOf(value: JsonObject): ReadonlyMap<string, number> {
    const order = orders.get(value) ?? new Map(Object.keys(value).map((name, index) => [name, index]))
    orders.set(value, order)
    return order
  }
}

function comparePositions(one: readonly number[], other: readonly number[]): number {
  const different = one.findIndex((position, index) => position !== other[index])
  if (different === -1) return one.length - other.length
  return (one[different] ?? 0) - (other[different] ?? -1)
}
