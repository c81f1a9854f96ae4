import { MAX_JSON_DEPTH } from '../../shared/contract/json-depth.ts'
import { isNestedDeeper, isObject } from '../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { decodeBase64Url } from './base64url.ts'

/*
 * Compact JWS (RFC 7515, 7.1): BASE64URL(header) "." BASE64URL(payload) "." BASE64URL(signature). Read strictly: Base64url
 * without padding in its one spelling, UTF-8, a JSON object with each member once. What two readers could read in two
 * ways is not read at all.
 */

export interface CompactJws {
  readonly header: JsonObject
  /** The three parts as received: the signature is over their text. */
  readonly parts: readonly [header: string, payload: string, signature: string]
  readonly signature: Uint8Array
}

/**
 * Splits a compact JWS.
 *
 * @param detached the payload is somewhere else, its part empty (RFC 7797)
 * @throws {SyntaxError}
 */
export function readCompactJws(text: string, { detached = false } = {}): CompactJws {
  const [header, payload, signature, ...rest] = text.split('.', 4)
  if (header === undefined || payload === undefined || signature === undefined || rest.length > 0) {
    throw new SyntaxError('a compact JWS has three parts')
  }
  if (detached && payload !== '') throw new SyntaxError('the middle part must be empty')
  return { header: readHeader(header), parts: [header, payload, signature], signature: readPart(signature) }
}

const MAX_KEPT = 100
const MAX_KEPT_LENGTH = 300
const keptHeaders = new Map<string, JsonObject>()

/** Caches headers, because few are in use; long ones are not cached. */
function readHeader(part: string): JsonObject {
  const header = keptHeaders.get(part) ?? readJsonPart(part)
  if (part.length > MAX_KEPT_LENGTH) return header
  if (keptHeaders.size >= MAX_KEPT) keptHeaders.clear()
  keptHeaders.set(part, header)
  return header
}

/** @throws {SyntaxError} */
export function readJsonPart(part: string): JsonObject {
  const value = jsonIn(readPart(part))
  if (isObject(value)) return value
  throw new SyntaxError('a part of the JWS is not a JSON object with each member once')
}

/** JSON of any kind in UTF-8, each member once; undefined for anything else. */
export function jsonIn(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const value: unknown = JSON.parse(text)
    return !isNestedDeeper(value, MAX_JSON_DEPTH) && membersIn(text) === membersOf(value) ? value : undefined
  } catch {
    return undefined // invalid UTF-8 or JSON is the same fault as JSON of another shape
  }
}

function readPart(part: string): Uint8Array {
  try {
    return decodeBase64Url(part)
  } catch (cause) {
    throw new SyntaxError('a part of the JWS is not canonical base64url', { cause })
  }
}

/** Colons outside of strings: as many as members were written. Fewer are left when a name was there twice. */
function membersIn(json: string): number {
  return json.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"/gs, '').split(':').length - 1
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside = Object.values(value).reduce<number>((sum, part) => sum + membersOf(part), 0)
  return inside + (Array.isArray(value) ? 0 : Object.keys(value).length)
}
