import type { z } from 'zod'

/**
 * Says what a schema asks for, instead of the words of the schema library: the rest of a sentence that begins with the
 * place of the value, such as `must be a text`. Handed to `safeParse` as its `error`; a schema whose rule needs words of
 * its own carries them in the same form.
 */
export function ruleText(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${rangeOf(issue) ?? typeText(issue.expected)}`
    case 'invalid_value':
      return `must be ${listText(issue.values)}`
    case 'too_small':
    case 'too_big':
      return boundText(issue)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? 'of the form that is described for it'}`
    case 'invalid_union':
      return unionText(issue)
    case 'unrecognized_keys':
      return `must not have the key ${issue.keys.map((key) => `"${key}"`).join(', ')}`
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'is a key that is not allowed'
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

function typeText(expected: string): string {
  return TYPES[expected] ?? 'of another type'
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  guid: 'a UUID',
  email: 'an email address',
  url: 'a URL',
  datetime: 'a date and time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
  time: 'a time such as 12:00:00',
  base64: 'Base64',
  base64url: 'URL-safe Base64',
  json_string: 'the text of a JSON document',
}

const MAX_LISTED_VALUES = 20

function listText(values: readonly unknown[]): string {
  const [only] = values
  if (values.length === 1) return valueText(only)
  const shown = values.slice(0, MAX_LISTED_VALUES).map(valueText)
  return `one of ${shown.join(', ')}${values.length > shown.length ? ` and ${values.length - shown.length} others` : ''}`
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : String(value)
}

type Bound = z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig>

function boundText(issue: Bound): string {
  const isLowest = issue.code === 'too_small'
  const bound = Number(isLowest ? issue.minimum : issue.maximum)
  const count = bound.toLocaleString('en')
  if (issue.origin === 'string') {
    if (issue.exact) return `must have ${count} characters`
    if (!isLowest) return `must not be longer than ${count} characters`
    return bound === 1 ? 'must not be empty' : `must have at least ${count} characters`
  }
  if (issue.origin === 'array' || issue.origin === 'set' || issue.origin === 'map') {
    if (issue.exact) return `must have ${count} entries`
    if (!isLowest) return `must not have more than ${count} entries`
    return bound === 1 ? 'must not be empty' : `must have at least ${count} entries`
  }
  const range = rangeOf(issue)
  if (range !== undefined) return `must be ${range}`
  if (Math.abs(bound) === Number.MAX_SAFE_INTEGER) return 'is a number too large to be kept exactly'
  if (issue.inclusive === false) return `must be ${isLowest ? 'more' : 'less'} than ${count}`
  return `must be at ${isLowest ? 'least' : 'most'} ${count}`
}

/** Both bounds of a number, where its schema has two: `a whole number from 1 to 500`. */
function rangeOf({ schema }: z.core.$ZodRawIssue): string | undefined {
  if (!isNumberSchema(schema)) return undefined
  const { minValue, maxValue } = schema
  if (minValue === null || maxValue === null || maxValue === Infinity || maxValue === Number.MAX_SAFE_INTEGER) return
  const kind = schema.format !== null ? 'a whole number' : 'a number'
  return `${kind} from ${minValue.toLocaleString('en')} to ${maxValue.toLocaleString('en')}`
}

function isNumberSchema(schema: z.core.$ZodType | undefined): schema is z.ZodNumber {
  return schema !== undefined && 'minValue' in schema && 'format' in schema
}

/** What the options ask for, each once. */
function unionText({ options, errors }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  if (Array.isArray(options) && options.length > 0) return `must be ${listText(options)}`
  const kinds = errors.flatMap(([first]) => (first?.path.length === 0 ? [first.message.replace(/^must be /, '')] : []))
  return kinds.length === 0 ? 'has a value that is not allowed' : `must be ${[...new Set(kinds)].join(' or ')}`
}
