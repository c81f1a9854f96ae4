import type { z } from 'zod'
import { asPhrase, phrase, textOf } from './phrase.ts'
import type { Phrase, Message } from './phrase.ts'

/**
 * Says what a schema asks for, instead of the words of the schema library: the rest of a sentence that begins with the
 * place of the value, such as `must be a text`. Handed to `safeParse` as its `error`; a schema whose rule needs words of
 * its own carries them in the same form. The library takes texts only, so words with values come as `ruleOf` reads them.
 */
export function ruleText(issue: z.core.$ZodRawIssue): string {
  return carried(wordsFor(issue))
}

/** A message with values, as the error of a schema. */
export function rule(parts: TemplateStringsArray, ...values: Parameters<typeof phrase>[1][]): string {
  return carried(phrase(parts, ...values))
}

const CARRIED = 'phrase:'

function carried(words: Message): string {
  return typeof words === 'string' ? words : `${CARRIED}${JSON.stringify(words)}`
}

/** The message of an issue. */
export function ruleOf({ message }: Pick<z.core.$ZodIssue, 'message'>): Message {
  return message.startsWith(CARRIED) ? (JSON.parse(message.slice(CARRIED.length)) as Phrase) : message
}

function wordsFor(issue: z.core.$ZodRawIssue): Message {
  switch (issue.code) {
    case 'invalid_type':
      return phrase`must be ${rangeOf(issue) ?? typePhrase(issue.expected)}`
    case 'invalid_value':
      return mustBeOf(issue.values)
    case 'too_small':
    case 'too_big':
      return boundText(issue)
    case 'not_multiple_of':
      return phrase`must be a multiple of ${issue.divisor}`
    case 'invalid_format':
      return phrase`must be ${FORMATS[issue.format] ?? asPhrase('of the form that is described for it')}`
    case 'invalid_union':
      return unionText(issue)
    case 'unrecognized_keys':
      return phrase`must not have the key ${issue.keys.map((key) => `"${key}"`).join(', ')}`
    case 'invalid_key':
      return issue.issues[0] === undefined ? 'is a key that is not allowed' : ruleOf(issue.issues[0])
    default:
      return 'has a value that is not allowed'
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  nonoptional: 'given',
}

function typePhrase(expected: string): Phrase {
  return asPhrase(TYPES[expected] ?? 'of another type')
}

const FORMATS: Readonly<Record<string, Phrase>> = {
  uuid: asPhrase('a UUID'),
  guid: asPhrase('a UUID'),
  email: asPhrase('an email address'),
  url: asPhrase('a URL'),
  datetime: phrase`a date and time such as ${'2026-01-31T12:00:00Z'}`,
  date: phrase`a date such as ${'2026-01-31'}`,
  time: phrase`a time such as ${'12:00:00'}`,
  base64: asPhrase('Base64'),
  base64url: asPhrase('URL-safe Base64'),
  json_string: asPhrase('the text of a JSON document'),
}

const MAX_LISTED_VALUES = 20

function mustBeOf(values: readonly unknown[]): Phrase {
  const [only] = values
  if (values.length === 1) return phrase`must be ${valueText(only)}`
  const shown = values.slice(0, MAX_LISTED_VALUES).map(valueText).join(', ')
  const others = values.length - MAX_LISTED_VALUES
  return phrase`must be one of ${others > 0 ? phrase`${shown} and ${others} others` : shown}`
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : String(value)
}

type Bound = z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig>

function boundText(issue: Bound): Message {
  const isLowest = issue.code === 'too_small'
  const bound = Number(isLowest ? issue.minimum : issue.maximum)
  const count = bound.toLocaleString('en')
  if (issue.origin === 'string') {
    if (issue.exact) return phrase`must have ${count} characters`
    if (!isLowest) return phrase`must not be longer than ${count} characters`
    return bound === 1 ? 'must not be empty' : phrase`must have at least ${count} characters`
  }
  if (issue.origin === 'array' || issue.origin === 'set' || issue.origin === 'map') {
    if (issue.exact) return phrase`must have ${count} entries`
    if (!isLowest) return phrase`must not have more than ${count} entries`
    return bound === 1 ? 'must not be empty' : phrase`must have at least ${count} entries`
  }
  const range = rangeOf(issue)
  if (range !== undefined) return phrase`must be ${range}`
  if (Math.abs(bound) === Number.MAX_SAFE_INTEGER) return 'is a number too large to be kept exactly'
  if (issue.inclusive === false)
    return isLowest ? phrase`must be more than ${count}` : phrase`must be less than ${count}`
  return isLowest ? phrase`must be at least ${count}` : phrase`must be at most ${count}`
}

/** Both bounds of a number, where its schema has two: `a whole number from 1 to 500`. */
function rangeOf({ schema }: z.core.$ZodRawIssue): Phrase | undefined {
  if (!isNumberSchema(schema)) return undefined
  const { minValue, maxValue } = schema
  if (minValue === null || maxValue === null || maxValue === Infinity || maxValue === Number.MAX_SAFE_INTEGER) return
  const [least, most] = [minValue.toLocaleString('en'), maxValue.toLocaleString('en')]
  return schema.format !== null
    ? phrase`a whole number from ${least} to ${most}`
    : phrase`a number from ${least} to ${most}`
}

function isNumberSchema(schema: z.core.$ZodType | undefined): schema is z.ZodNumber {
  return schema !== undefined && 'minValue' in schema && 'format' in schema
}

/** The rules of all options, without duplicates. */
function unionText({ options, errors }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): Message {
  if (Array.isArray(options) && options.length > 0) return mustBeOf(options)
  const kinds = errors.flatMap(([first]) => (first?.path.length === 0 ? [kindOf(ruleOf(first))] : []))
  const [only, ...others] = new Map(kinds.map((kind) => [textOf(kind), kind])).values()
  if (only === undefined) return 'has a value that is not allowed'
  return phrase`must be ${others.reduce((all, kind) => phrase`${all} or ${kind}`, only)}`
}

/** The kind of value in a rule `must be …`; any other rule unchanged. */
function kindOf(words: Message): Phrase {
  const { template, values } = asPhrase(words)
  const [kind] = values
  if (template === 'must be {1}' && kind !== undefined) return asPhrase(kind)
  return { template: template.replace(/^must be /, ''), values }
}
