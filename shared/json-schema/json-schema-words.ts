import { textsOf } from '../presentation-exchange/json.ts'
import type { Violation } from './json-schema-keyword.ts'

/** What a value breaks in a schema, in words that follow the name of the value. */
export function violationText({ keyword, expected, missing }: Violation): string {
  if (missing !== undefined) return `must have the member ${missing}`
  return WORDS.get(keyword)?.(shortText(expected)) ?? wordsOfType(keyword, expected)
}

const MAX_LETTERS = 120

function shortText(expected: unknown): string {
  const text = JSON.stringify(expected)
  return text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS)}…` : text
}

function wordsOfType(keyword: string, expected: unknown): string {
  if (keyword === 'type') return `must be ${textsOf(expected).join(' or ')}`
  return `must meet ${keyword} of the schema`
}

const WORDS: ReadonlyMap<string, (expected: string) => string> = new Map<string, (expected: string) => string>([
  ['additionalItems', () => 'is one entry more than the schema has'],
  ['additionalProperties', () => 'is no member that the schema has'],
  ['anyOf', () => 'must meet one of the schemas under anyOf'],
  ['const', (expected) => `must be ${expected}`],
  ['contains', () => 'must have the entries that contains asks for'],
  ['enum', (expected) => `must be one of ${expected}`],
  ['exclusiveMaximum', (expected) => `must be below ${expected}`],
  ['exclusiveMinimum', (expected) => `must be above ${expected}`],
  ['format', (expected) => `must be of the format ${expected}`],
  ['maximum', (expected) => `must be at most ${expected}`],
  ['maxItems', (expected) => `must have at most ${expected} entries`],
  ['maxLength', (expected) => `must have at most ${expected} characters`],
  ['maxProperties', (expected) => `must have at most ${expected} members`],
  ['minimum', (expected) => `must be at least ${expected}`],
  ['minItems', (expected) => `must have at least ${expected} entries`],
  ['minLength', (expected) => `must have at least ${expected} characters`],
  ['minProperties', (expected) => `must have at least ${expected} members`],
  ['multipleOf', (expected) => `must be a multiple of ${expected}`],
  ['not', () => 'must not meet the schema under not'],
  ['oneOf', () => 'must meet exactly one of the schemas under oneOf'],
  ['pattern', (expected) => `must match the pattern ${expected}`],
  ['unevaluatedItems', () => 'is an entry that the schema does not know'],
  ['unevaluatedProperties', () => 'is a member that the schema does not know'],
  ['uniqueItems', () => 'must not have the same entry twice'],
])
