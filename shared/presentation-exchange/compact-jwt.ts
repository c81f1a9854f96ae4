import { MAX_JSON_DEPTH } from '../contract/json-depth.ts'
import { isNestedDeeper, isObject } from './json.ts'
import type { JsonObject } from './json.ts'

export interface CompactJwt {
  readonly header: JsonObject
  readonly payload: JsonObject
}

/** Decodes a compact JWT (RFC 7519, 3) without verifying it; undefined when the text is not one. */
export function readCompactJwt(text: string): CompactJwt | undefined {
  const parts = text.split('.', 4)
  if (parts.length !== 3) return undefined
  const [header, payload] = parts.slice(0, 2).map(readJsonPart)
  return header && payload && { header, payload }
}

/** Tells an SD-JWT from a JWT by its tilde (RFC 9901, 4), without reading it. */
export function isSdJwt(value: unknown): value is string {
  return typeof value === 'string' && value.includes('~')
}

function readJsonPart(part: string): JsonObject | undefined {
  const value = readEncodedJson(part)
  return isObject(value) ? value : undefined
}

/** JSON in base64url, as of a part of a JWT or a disclosure (RFC 9901, 4.2); undefined for what is none. */
export function readEncodedJson(part: string): unknown {
  if (!/^[\w-]+$/.test(part)) return undefined
  try {
    const value: unknown = JSON.parse(utf8.decode(bytesOf(atob(part.replaceAll('-', '+').replaceAll('_', '/')))))
    return isNestedDeeper(value, MAX_JSON_DEPTH) ? undefined : value
  } catch {
    return undefined // not base64url, not UTF-8 or not JSON: not a JWT
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Uses a loop, which is ten times as fast as `Uint8Array.from`. */
function bytesOf(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index)
  return bytes
}
