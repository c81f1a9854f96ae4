import { isSdJwt, readCompactJwt } from '../../../shared/presentation-exchange/compact-jwt.ts'
import { jsonPointer, listOf, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'

/** A recorded body, in a form to show. */
export type ShownBody =
  | { readonly kind: 'none' | 'dropped' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** Truncated or not JSON: shown as it was recorded. */
  | { readonly kind: 'text'; readonly text: string; readonly cut: boolean }

/** @param truncated whether a body of this call was truncated, or dropped to save space */
export function readBody(text: string | null, truncated: boolean): ShownBody {
  if (text === null) return { kind: truncated ? 'dropped' : 'none' }
  try {
    return { kind: 'json', value: JSON.parse(text) as unknown }
  } catch {
    return { kind: 'text', text, cut: truncated }
  }
}

/** An SD-JWT in a body, with the JSON Pointer of its place there. */
interface SdJwtInBody {
  readonly pointer: string
  readonly text: string
}

const MOST_SD_JWTS = 20

/** The first SD-JWTs of a body: the whole of it, or texts in it, also in the JSON in a text, as forms have it. */
export function sdJwtsIn(body: ShownBody): readonly SdJwtInBody[] {
  const found: SdJwtInBody[] = []
  const open = [{ pointer: '', value: body.kind === 'json' ? body.value : undefined }]
  for (const { pointer, value } of open) {
    if (found.length === MOST_SD_JWTS) break
    if (isSdJwt(value) && readCompactJwt(value.split('~', 1)[0] ?? '')) found.push({ pointer, text: value })
    else for (const [name, part] of partsOf(value)) open.push({ pointer: pointer + jsonPointer([name]), value: part })
  }
  return found
}

function partsOf(value: unknown): readonly [string, unknown][] {
  const inside = typeof value === 'string' ? readBody(value, false) : ({ kind: 'json', value } as const)
  return inside.kind === 'json' && typeof inside.value === 'object' ? Object.entries(inside.value ?? {}) : []
}

/** Code and message of the first error in the body of a refusal. */
export function errorIn(body: ShownBody): { readonly code: string; readonly message: string } | undefined {
  if (body.kind !== 'json') return undefined
  const [first] = listOf(memberOf(body.value, 'errors'))
  const [code, message] = [textOf(memberOf(first, 'error')), textOf(memberOf(first, 'message'))]
  return code === undefined || message === undefined ? undefined : { code, message }
}
