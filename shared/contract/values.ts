import { z } from 'zod'
import { atLeast, atMost } from './bounds.ts'
import { isCipherText } from './cipher-text.ts'
import type { ErrorCode } from './errors.ts'
import { rule } from '../rule-text.ts'

/**
 * The values of which every resource is composed. Reply schemas are plain, because they run on every answer; request
 * schemas have the rules and, through `failsWith`, their error codes.
 */

/** Options of a refinement that failed: which error code the caller gets, and the sentence that explains it. */
export function failsWith(
  code: ErrorCode,
  message: string,
): { readonly params: { code: ErrorCode }; readonly error: string } {
  return { params: { code }, error: message }
}

/** An object that the OpenAPI documents list under a name. */
export function namedObject<Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) {
  return z.object(shape).meta({ id })
}

/**
 * A list of at most `limit` entries. Its length is checked before its entries: otherwise a body of millions of faulty
 * entries would be answered with as many errors, and fill the memory with them.
 */
export function listOf<Entry extends z.ZodType>(entry: Entry, limit: number) {
  const list = z.preprocess((value, context) => {
    if (!Array.isArray(value) || value.length <= limit) return value
    const { params, error: message } = failsWith('invalid_params', rule`must not have more than ${limit} entries`)
    context.addIssue({ code: 'custom', message, params })
    return z.NEVER
  }, z.array(entry))
  // `preprocess` takes anything; what callers should send is the list.
  return list as z.ZodType<z.output<Entry>[], z.input<Entry>[]>
}

/** Whether one of the keys has a text that is not blank. Accepts anything, so that checks can run on faulty values. */
export function hasText(value: unknown, keys: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false
  return keys.some((key) => {
    const text: unknown = Reflect.get(value, key)
    return typeof text === 'string' && text.trim() !== ''
  })
}

/** A closed set whose other values have an error code and a sentence of their own. */
export function enumOf<Values extends z.ZodEnum>(values: Values, rule: ReturnType<typeof failsWith>) {
  const one = z.preprocess((value, context) => {
    if (values.safeParse(value).success) return value
    context.addIssue({ code: 'custom', message: rule.error, params: rule.params })
    return z.NEVER
  }, values)
  // `preprocess` takes anything; what callers should send is one of the values.
  return one as z.ZodType<z.output<Values>, z.input<Values>>
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value)
}

/** A UUID in lower case and without `urn:uuid:` (RFC 9562, 4). Other texts are returned unchanged. */
export function foldedUuid(text: string): string {
  const folded = text.toLowerCase().replace(/^urn:uuid:/, '')
  return isUuid(folded) ? folded : text
}

/** An id. In a path, the service answers 404 to anything but a UUID. */
export const Id = z
  .string()
  .transform(foldedUuid)
  .refine(isUuid, failsWith('invalid_params', 'must be a UUID'))
  .meta({ format: 'uuid' })

/** An id or time in a reply, not validated because the service made it itself. */
export const ReplyId = z.string().meta({ format: 'uuid' })
export const ReplyTime = z.string().meta({ format: 'date-time' })

const AnyOffset = z.iso.datetime({ offset: true })
const PlainDate = z.iso.date()
/** Later moments have years of more than four digits, which do not sort as text. */
const LAST_TIME_MS = Date.parse('9999-12-31T23:59:59.999Z')

function isTime(text: string): boolean {
  return (AnyOffset.safeParse(text).success || PlainDate.safeParse(text).success) && Date.parse(text) <= LAST_TIME_MS
}

/** A moment in a request: any offset, or a plain date, read as 00:00 UTC. It becomes UTC with milliseconds. */
export const Time = z
  .string()
  .refine(isTime, {
    ...failsWith('invalid_params', 'must be a date and time such as 2026-01-31T12:00:00Z'),
    abort: true,
  })
  .transform((text) => new Date(text).toISOString())
  .meta({ format: 'date-time' })

/** The longest label or other short text. */
export const MAX_LABEL_CHARACTERS = 255

export const ShortText = z.string().check(atMost(MAX_LABEL_CHARACTERS, 'must not be longer than 255 characters'))

/** An id that a rule looks up. Its format is not checked: anything that is not found has the same error code. */
export const Reference = ShortText.trim().toLowerCase()

/** Human text: trimmed, 1 to 255 characters. */
export const Label = z
  .string()
  .trim()
  .check(atLeast(1, 'must not be empty'))
  .check(atMost(MAX_LABEL_CHARACTERS, 'must not be longer than 255 characters'))

/** Longer text: at most 10,000 characters. */
export const Description = z.string().check(atMost(10_000, 'must not be longer than 10,000 characters'))

export const MAX_ENCRYPTED_VALUE_BYTES = 256 * 1024

// A refinement, because Zod's `max` cannot carry an error code.
function isShortEnough(text: string): boolean {
  return text.length <= MAX_ENCRYPTED_VALUE_BYTES
}

/** Has the shape of cipher text, and opens nothing. */
const EXAMPLE_CIPHER_TEXT = { examples: ['Aes256Gcm.SQmhJbIJfhF3Ig==.e2l2OiAuLi59'] }

/** Cipher text of either family, at most 256 KiB. */
export const CipherText = z
  .string()
  .refine(isShortEnough, failsWith('invalid_encrypted_value', 'must not be larger than 256 KiB'))
  .refine(isCipherText, failsWith('invalid_encrypted_value', 'is not cipher text: encrypt the value first'))
  .meta(EXAMPLE_CIPHER_TEXT)

/** The key-store answers `ciphertext_format_invalid` where the vault answers `invalid_encrypted_value`. */
export const WrappedKey = z
  .string()
  .refine(isShortEnough, failsWith('ciphertext_format_invalid', 'must not be larger than 256 KiB'))
  .refine(isCipherText, failsWith('ciphertext_format_invalid', 'is not cipher text: encrypt the key first'))
  .meta(EXAMPLE_CIPHER_TEXT)

/** Cipher text in a reply, which was checked when it came or was made by the service. */
export const ReplyCipherText = z.string()

export const MIN_VALID_FOR_SECONDS = 1
export const MAX_VALID_FOR_SECONDS = 30 * 24 * 60 * 60
export const DEFAULT_VALID_FOR_SECONDS = 7 * 24 * 60 * 60

/** Seconds an issued token stays valid; a whole number from 1 to 30 days. */
export const ValidFor = z
  .custom<number>(
    (value) =>
      typeof value === 'number' &&
      Number.isInteger(value) &&
      value >= MIN_VALID_FOR_SECONDS &&
      value <= MAX_VALID_FOR_SECONDS,
    failsWith(
      'valid_for_invalid',
      `must be a whole number of seconds from ${MIN_VALID_FOR_SECONDS} to ${MAX_VALID_FOR_SECONDS}`,
    ),
  )
  .meta({ type: 'integer', minimum: MIN_VALID_FOR_SECONDS, maximum: MAX_VALID_FOR_SECONDS })

/** A boolean in a query: `true`, `1`; `false`, `0`, empty. */
export const QueryBoolean = z
  .union([z.boolean(), z.string()], 'must be true or false')
  .refine(
    (value) => typeof value === 'boolean' || ['true', '1', 'false', '0', ''].includes(value),
    failsWith('invalid_params', 'must be true or false'),
  )
  .transform((value) => value === true || value === 'true' || value === '1')
  .meta({ type: 'boolean' })

/** A whole number in a path or query: a number, or its digits, as over HTTP. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER) {
  const number = z.preprocess(
    (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    z.int().min(least).max(most),
  )
  // `preprocess` takes anything; what callers should send is the number.
  return number as z.ZodType<number, number>
}

const MAX_LIST_ENTRIES = 500

/**
 * A list of at most 500 entries in a query: repeated keys, bracket keys or a comma list; empty entries are dropped.
 * Faults are reported for the list as a whole, since its entries may have come as one text.
 */
function queryList<Entry extends z.ZodType<string, string>>(entry: Entry, message: string) {
  const entries = z.array(entry)
  const list = z.preprocess(
    (value, context) => {
      const read = readQueryList(value)
      if (entries.safeParse(read).success) return read
      context.addIssue({ code: 'custom', message, params: { code: 'invalid_params' } })
      return z.NEVER
    },
    entries.refine(({ length }) => length <= MAX_LIST_ENTRIES, TOO_LONG),
  )
  // `preprocess` takes anything; what callers should send is a text or a list of texts.
  return list as z.ZodType<z.output<Entry>[], string | string[]>
}

const TOO_LONG = failsWith('invalid_params', rule`must not have more than ${MAX_LIST_ENTRIES} entries`)

function readQueryList(value: unknown): unknown {
  const parts: readonly unknown[] = isIndexed(value) ? Object.values(value) : [value].flat()
  if (!parts.every((part) => typeof part === 'string')) return undefined
  return parts
    .flatMap((part) => part.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** `ids[0]=a&ids[1]=b`, as some libraries write a list. */
function isIndexed(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const names = Object.keys(value)
  return names.length > 0 && names.every((name, index) => name === String(index))
}

/** A list of any texts in a query. */
export const QueryList = queryList(z.string(), 'must be a text or a list of texts')

/** A list in a query whose entries are of a closed set. */
export function queryListOf<Values extends z.ZodEnum<Record<string, string>>>(values: Values) {
  return queryList(values, rule`must be some of ${values.options.join(', ')}`)
}
