import type { JsonObject } from '../../../../shared/presentation-exchange/json.ts'
import { isObject } from '../../../../shared/presentation-exchange/json.ts'
import { parsedJson } from './json-document.ts'

/** The conditions the form can edit. Any other filter is `other`, to be edited as JSON. */
export const CONDITION_KINDS = ['any', 'const', 'enum', 'pattern', 'numbers', 'dates', 'other'] as const
export type ConditionKind = (typeof CONDITION_KINDS)[number]

/** The members that a filter of each kind may have; the form cannot show others. */
const MEMBERS: readonly (readonly [Exclude<ConditionKind, 'any' | 'other'>, readonly string[]])[] = [
  ['const', ['const']],
  ['enum', ['enum']],
  ['pattern', ['pattern']],
  ['dates', ['format', 'formatMinimum', 'formatMaximum', 'minimum', 'maximum']],
  ['numbers', ['minimum', 'maximum']],
]

/** Tells the kind of condition that a filter is. */
export function conditionOf(filter: unknown): ConditionKind {
  if (filter === undefined || filter === true) return 'any'
  if (!isObject(filter)) return 'other'
  const said = Object.keys(filter).filter((member) => member !== 'type')
  if (said.length === 0) return filter['type'] === undefined ? 'any' : 'other'
  const found = MEMBERS.find(
    ([kind, members]) => said.every((member) => members.includes(member)) && fits(kind, filter),
  )
  return found?.[0] ?? 'other'
}

function fits(kind: ConditionKind, filter: JsonObject): boolean {
  const { format, minimum, maximum, enum: choices, const: only, pattern } = filter
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined)
  if (kind === 'enum') return Array.isArray(choices) && choices.every(isScalar)
  if (kind === 'const') return isScalar(only)
  if (kind === 'pattern') return typeof pattern === 'string'
  if (kind === 'dates') return format === 'date' && bounds.every((bound) => typeof bound === 'string')
  return bounds.every((bound) => typeof bound === 'number')
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

/** The initial filter of a kind; undefined for none. `other` begins with an object to be edited as JSON. */
export function newFilter(kind: ConditionKind): JsonObject | undefined {
  return STARTS[kind]
}

const STARTS: Readonly<Record<ConditionKind, JsonObject | undefined>> = {
  any: undefined,
  const: { type: 'string', const: '' },
  enum: { type: 'string', enum: [''] },
  pattern: { type: 'string', pattern: '' },
  numbers: { type: 'number', minimum: 0 },
  dates: { type: 'string', format: 'date', formatMinimum: '2000-01-01' },
  other: { type: 'string', minLength: 1 },
}

/** The members for the bounds of a range, as the filter already names them. */
export function boundMembers(filter: unknown): { readonly from: string; readonly to: string } {
  const { format } = isObject(filter) ? filter : {}
  const has = (member: string): boolean => isObject(filter) && Object.hasOwn(filter, member)
  if (format !== 'date') return { from: 'minimum', to: 'maximum' }
  return { from: has('minimum') ? 'minimum' : 'formatMinimum', to: has('maximum') ? 'maximum' : 'formatMaximum' }
}

/** A value as the text of a field: a string is unquoted, unless it would be parsed as another type. */
export function typedOf(value: unknown): string {
  return typeof value === 'string' && valueTyped(value) === value ? value : JSON.stringify(value)
}

/** Parses a typed value: numbers, true, false, null and quoted texts as in JSON, anything else as a text. */
export function valueTyped(typed: string): unknown {
  const literal = /^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?|"(?:[^"\\]|\\.)*")$/.test(typed)
  const value = literal ? parsedJson(typed) : undefined
  return value === undefined ? typed : value
}

const TYPE_NAMES: Readonly<Record<string, string>> = { string: 'string', number: 'number', boolean: 'boolean' }

/** A filter with other values, and with its `type` adapted to them. */
export function filterWith(filter: JsonObject, member: 'const' | 'enum', value: unknown): JsonObject {
  const next = { ...filter, [member]: value }
  if (!Object.hasOwn(filter, 'type')) return next
  const types = new Set((Array.isArray(value) ? value : [value]).map((one) => TYPE_NAMES[typeof one] ?? 'null'))
  const [only] = types
  return { ...next, type: types.size === 1 ? only : [...types] }
}
