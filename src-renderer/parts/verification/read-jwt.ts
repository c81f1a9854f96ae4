import { isObject } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'

export interface ReadJwt {
  readonly header: JsonObject
  readonly payload: JsonObject
}

/** What a compact JWT says, for looking at: nothing is verified. Undefined when the text is not one. */
export function readJwt(text: string): ReadJwt | undefined {
  const parts = text.split('.')
  if (parts.length !== 3) return undefined
  const [header, payload] = parts.slice(0, 2).map(readPart)
  return header && payload && { header, payload }
}

const BASE64URL = /^[\w-]+$/

function readPart(part: string): JsonObject | undefined {
  if (!BASE64URL.test(part) || part.length % 4 === 1) return undefined
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isObject(value) ? value : undefined
  } catch (error) {
    // No UTF-8, no JSON: then it is no JWT, and is shown as the text it is.
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined
    throw error
  }
}
