import { textsOf } from '../presentation-exchange/json.ts'
import type { Violation } from './json-schema-keyword.ts'
import { phrase } from '../phrase.ts'
import type { Message } from '../phrase.ts'

/** The message for a violation, as the end of a sentence that begins with the name of the value. */
export function violationText({ keyword, expected, missing }: Violation): Message {
  if (missing !== undefined) return phrase`must have the member ${missing}`
  if (keyword === 'type') return phrase`must be ${textsOf(expected).join(' or ')}`
  return MESSAGES.get(keyword)?.(shortText(expected)) ?? phrase`must meet ${keyword} of the schema`
}

const MAX_SHOWN_LENGTH = 120

function shortText(expected: unknown): string {
  const text = JSON.stringify(expected)
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text
}

const MESSAGES: ReadonlyMap<string, (expected: string) => Message> = new Map<string, (expected: string) => Message>([
  ['additionalItems', () => 'is one entry more than the schema has'],
  ['additionalProperties', () => 'is no member that the schema has'],
  ['anyOf', () => 'must meet one of the schemas under anyOf'],
  ['const', (expected) => phrase`must be ${expected}`],
  ['contains', () => 'must have the entries that contains asks for'],
  ['enum', (expected) => phrase`must be one of ${expected}`],
  ['exclusiveMaximum', (expected) => phrase`must be below ${expected}`],
  ['exclusiveMinimum', (expected) => phrase`must be above ${expected}`],
  ['format', (expected) => phrase`must be of the format ${expected}`],
  ['maximum', (expected) => phrase`must be at most ${expected}`],
  ['maxItems', (expected) => phrase`must have at most ${expected} entries`],
  ['maxLength', (expected) => phrase`must have at most ${expected} characters`],
  ['maxProperties', (expected) => phrase`must have at most ${expected} members`],
  ['minimum', (expected) => phrase`must be at least ${expected}`],
  ['minItems', (expected) => phrase`must have at least ${expected} entries`],
  ['minLength', (expected) => phrase`must have at least ${expected} characters`],
  ['minProperties', (expected) => phrase`must have at least ${expected} members`],
  ['multipleOf', (expected) => phrase`must be a multiple of ${expected}`],
  ['not', () => 'must not meet the schema under not'],
  ['oneOf', () => 'must meet exactly one of the schemas under oneOf'],
  ['pattern', (expected) => phrase`must match the pattern ${expected}`],
  ['unevaluatedItems', () => 'is an entry that the schema does not know'],
  ['unevaluatedProperties', () => 'is a member that the schema does not know'],
  ['uniqueItems', () => 'must not have the same entry twice'],
])
