import type { JsonObject } from '../../../../shared/presentation-exchange/json.ts'
import { isObject, listOf } from '../../../../shared/presentation-exchange/json.ts'
import { listText, oneOf, text } from '../../../i18n/i18n.ts'

/** A filter nested deeper than this is described by its keywords, because a sentence would be unreadable. */
const MAX_LEVELS = 4
/** Keywords about the schema itself, not about values. */
const SILENT = new Set('$schema $id $comment title description default examples'.split(' '))
const DATE_FORMATS: ReadonlySet<unknown> = new Set(['date', 'date-time', 'time'])

/** Keywords that already imply the type. */
const IMPLY_TYPE = 'const enum pattern minimum maximum exclusiveMinimum exclusiveMaximum contains'.split(' ')

/**
 * Describes a filter as the end of a sentence about the value: `is "B"`, `is 18 or more`. Empty when any value matches.
 * Unknown keywords are listed by name, so that nothing is left out silently.
 */
export function describeFilter(filter: unknown, level = 0): string {
  if (filter === true || filter === undefined) return ''
  if (filter === false) return text('definitions.words.never')
  if (!isObject(filter)) return ''
  if (level === MAX_LEVELS) return text('definitions.words.follows', { keyword: Object.keys(filter).join(', ') })
  return joined(
    Object.keys(filter).flatMap((keyword) => phrasesOf(keyword, filter, level)),
    'conjunction',
  )
}

/** Joins phrases: "a, b and c". */
export function joined(phrases: readonly string[], type: 'conjunction' | 'disjunction'): string {
  return listText(
    phrases.filter((phrase) => phrase !== ''),
    type,
  )
}

type Phrase = (value: unknown, filter: JsonObject, level: number) => string

function phrasesOf(keyword: string, filter: JsonObject, level: number): readonly string[] {
  if (SILENT.has(keyword)) return []
  // A keyword from another program may have the name of a property that every object inherits.
  const phrase = Object.hasOwn(PHRASES, keyword) ? PHRASES[keyword]?.(filter[keyword], filter, level) : undefined
  return [phrase ?? text('definitions.words.follows', { keyword })]
}

const PHRASES: Readonly<Record<string, Phrase>> = {
  const: (value) => text('definitions.words.is', { value: printed(value) }),
  enum: (value) => text('definitions.words.oneOf', { values: joined(listOf(value).map(printed), 'disjunction') }),
  pattern: (value) => text('definitions.words.pattern', { pattern: asText(value) }),
  type: typePhrase,
  format: formatPhrase,
  minimum: bound('from'),
  maximum: bound('to'),
  exclusiveMinimum: bound('above'),
  exclusiveMaximum: bound('below'),
  formatMinimum: bound('from'),
  formatMaximum: bound('to'),
  formatExclusiveMinimum: bound('above'),
  formatExclusiveMaximum: bound('below'),
  minLength: counted('minLength'),
  maxLength: counted('maxLength'),
  minItems: counted('minItems'),
  maxItems: counted('maxItems'),
  contains: (value, _, level) => around('contains', value, level),
  items: (value, _, level) => (Array.isArray(value) ? follows('items') : around('items', value, level)),
  not: notPhrase,
  anyOf: (value, _, level) => alternatives(value, level),
  oneOf: (value, _, level) => text('definitions.words.exactlyOne', { condition: alternatives(value, level) }),
  allOf: (value, _, level) =>
    joined(
      listOf(value).map((part) => describeFilter(part, level + 1)),
      'conjunction',
    ),
  required: (value) => text('definitions.words.has', { names: joined(listOf(value).map(asText), 'conjunction') }),
  properties: propertiesPhrase,
}

const TYPES: readonly string[] = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const printed = (value: unknown): string => (typeof value === 'string' ? `“${value}”` : JSON.stringify(value))
const follows = (keyword: string): string => text('definitions.words.follows', { keyword })

function typePhrase(type: unknown, filter: JsonObject): string {
  if (IMPLY_TYPE.some((keyword) => Object.hasOwn(filter, keyword))) return ''
  if (type === 'string' && Object.hasOwn(filter, 'format')) return ''
  const known = TYPES.filter((name) => listOf(type).includes(name))
  return joined(
    known.map((name) => text(oneOf('definitions.words.type.*', name))),
    'disjunction',
  )
}

function formatPhrase(format: unknown, filter: JsonObject): string {
  const bounded = Object.keys(filter).some((keyword) => /imum$/i.test(keyword))
  if (bounded && DATE_FORMATS.has(format)) return ''
  const known = ['date', 'date-time', 'time', 'email', 'uri', 'uuid', 'hostname', 'ipv4', 'ipv6']
  return typeof format === 'string' && known.includes(format)
    ? text(oneOf('definitions.words.format.*', format))
    : text('definitions.words.format.other', { format: asText(format) })
}

/** A number chooses between singular and plural; a value that is not a number is quoted. */
function counted(keyword: string): Phrase {
  return (value) =>
    text(oneOf('definitions.words.{minLength,maxLength,minItems,maxItems}', keyword), {
      count: typeof value === 'number' ? value : asText(value),
    })
}

function bound(side: 'from' | 'to' | 'above' | 'below'): Phrase {
  return (value, { format }) => {
    const kind = DATE_FORMATS.has(format) ? 'moment' : 'number'
    return text(oneOf('definitions.words.*.*', kind, side), { value: asText(value) })
  }
}

function around(keyword: 'contains' | 'items', filter: unknown, level: number): string {
  const condition = describeFilter(filter, level + 1)
  return text(oneOf('definitions.words.{contains,items}{,Any}', keyword, condition === '' ? 'Any' : ''), { condition })
}

function notPhrase(filter: unknown, _: JsonObject, level: number): string {
  const only = isObject(filter) && Object.keys(filter).length === 1 ? filter : {}
  if (Object.hasOwn(only, 'const')) return text('definitions.words.isNot', { value: printed(only['const']) })
  if (Object.hasOwn(only, 'enum')) {
    return text('definitions.words.noneOf', { values: joined(listOf(only['enum']).map(printed), 'disjunction') })
  }
  const condition = describeFilter(filter, level + 1)
  return condition === '' ? text('definitions.words.never') : text('definitions.words.not', { condition })
}

/** Joins alternatives with "or"; empty if one of them is always true. */
function alternatives(parts: unknown, level: number): string {
  const phrases = listOf(parts).map((part) => describeFilter(part, level + 1))
  return phrases.includes('') ? '' : joined(phrases, 'disjunction')
}

function propertiesPhrase(properties: unknown, _: JsonObject, level: number): string {
  const members = isObject(properties) ? Object.entries(properties) : []
  return joined(
    members.flatMap(([name, filter]) => {
      const condition = describeFilter(filter, level + 1)
      return condition === '' ? [] : [text('definitions.words.member', { name, condition })]
    }),
    'conjunction',
  )
}
