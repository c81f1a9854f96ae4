import { visit } from 'jsonc-parser'
import { phrase, ServiceError } from './contract/errors.ts'
import { MAX_JSON_DEPTH } from './contract/json-depth.ts'
import type { Message } from './phrase.ts'

/** How many members and entries a document may have (docs/security.md, What holds). */
export const MAX_JSON_MEMBERS = 10_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads one JSON document, strictly: UTF-8 without byte order mark, at most 64 levels, at most 10,000 members or
 * entries in one object or array, no member twice, no `__proto__`, no half of a surrogate pair, only numbers that a
 * double can hold. What one reader takes and the next takes differently is refused, not repaired.
 *
 * One pass over the bytes checks depth and counts before anything is built, so that a hostile document costs no more
 * than its length.
 *
 * @throws {ServiceError} `bad_request`; for broken syntax `extra_info.position` is where, in UTF-16 units.
 */
export function readJson(bytes: Uint8Array): unknown {
  const members = countMembers(bytes)
  const text = decodeUtf8(bytes)
  const value = parse(text)
  const found = inspect(value, bytes.includes(BACKSLASH))
  // Parsing keeps the last of two equal members; whatever it dropped is missing in the count.
  if (found !== members) throw refused('A member stands twice in the same object.')
  return value
}

/** @throws {ServiceError} `bad_request` */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw refused('The body is not UTF-8.', cause)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    const position = syntaxErrorAt(text)
    const mark = text.startsWith('\ufeff') ? ', with a byte order mark' : ''
    throw new ServiceError(
      'bad_request',
      phrase`The body is not JSON: it breaks at position ${`${position}${mark}`}.`,
      {
        cause,
        extraInfo: { position },
      },
    )
  }
}

/**
 * Finds where a text stops being JSON, in UTF-16 units. It is called after parsing failed only: the parser of the
 * language names the place in some of its messages and quotes the text in others.
 */
function syntaxErrorAt(text: string): number {
  let position: number | undefined
  visit(text, { onError: (_, offset) => (position ??= offset) }, { disallowComments: true })
  return position ?? text.length
}

/**
 * Counts members; for text that turns out not to be JSON the count means nothing.
 *
 * @throws {ServiceError} `bad_request` when it is too deep or too wide.
 */
function countMembers(bytes: Uint8Array): number {
  const separators = new Uint32Array(MAX_JSON_DEPTH + 1)
  let depth = 0
  let members = 0
  for (let index = 0; index < bytes.length; index += 1) {
    const sign = bytes[index]
    if (sign === QUOTE) index = endOfText(bytes, index)
    else if (sign === COLON) members += 1
    else if (sign === COMMA) countSeparator(separators, depth)
    else if (sign === OPEN_OBJECT || sign === OPEN_ARRAY) {
      depth += 1
      if (depth > MAX_JSON_DEPTH) throw refused(phrase`The body is nested deeper than ${MAX_JSON_DEPTH} levels.`)
      separators[depth] = 0
    } else if ((sign === CLOSE_OBJECT || sign === CLOSE_ARRAY) && depth > 0) depth -= 1
  }
  return members
}

/** Finds the end of the text that begins here: its closing quote, or the end of the document. */
function endOfText(bytes: Uint8Array, start: number): number {
  let index = start + 1
  while (index < bytes.length && bytes[index] !== QUOTE) index += bytes[index] === BACKSLASH ? 2 : 1
  return index
}

function countSeparator(separators: Uint32Array, depth: number): void {
  const count = (separators[depth] ?? 0) + 1
  separators[depth] = count
  if (count >= MAX_JSON_MEMBERS) throw refused(phrase`An object or array has more than ${MAX_JSON_MEMBERS} entries.`)
}

/** Walks the parsed value and counts its members. Depth was limited before, so recursion is safe. */
function inspect(value: unknown, escapes: boolean): number {
  if (typeof value === 'string') {
    if (escapes) requireWholeCharacters(value)
    return 0
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw refused('A number is too large.')
    return 0
  }
  if (typeof value !== 'object' || value === null) return 0
  return Array.isArray(value) ? inspectEntries(value, escapes) : inspectMembers(value, escapes)
}

function inspectEntries(entries: readonly unknown[], escapes: boolean): number {
  let members = 0
  for (const entry of entries) members += inspect(entry, escapes)
  return members
}

function inspectMembers(object: object, escapes: boolean): number {
  const names = Object.keys(object)
  let members = names.length
  for (const name of names) {
    if (name === '__proto__') throw refused('A member must not be named __proto__.')
    if (escapes) requireWholeCharacters(name)
    members += inspect(object[name as keyof typeof object], escapes)
  }
  return members
}

function requireWholeCharacters(text: string): void {
  if (!text.isWellFormed()) throw refused('A text holds half of a surrogate pair.')
}

function refused(message: Message, cause?: unknown): ServiceError {
  return new ServiceError('bad_request', message, { cause })
}
