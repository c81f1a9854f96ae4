import { listOf, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'

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

/** Code and message of the first error in the body of a refusal. */
export function errorIn(body: ShownBody): { readonly code: string; readonly message: string } | undefined {
  if (body.kind !== 'json') return undefined
  const [first] = listOf(memberOf(body.value, 'errors'))
  const [code, message] = [textOf(memberOf(first, 'error')), textOf(memberOf(first, 'message'))]
  return code === undefined || message === undefined ? undefined : { code, message }
}
