import { z } from 'zod'

/**
 * Limits the length of a text or a list in schemas that read input: `z.string().check(atMost(64))`.
 *
 * Zod's own `.max`, `.min` and `.length` also run on any object with a `length`. Comparing the length of
 * `{"length":{"toString":1}}` throws, and the caller would get `internal_error`. The checks here run on texts and lists
 * only. tests/architecture/bounds.spec.ts forbids Zod's own.
 */
interface Bound {
  readonly error?: string
  readonly when: typeof isTextOrList
}

/** Allows a text of at most `limit` code points, or a list of at most `limit` entries. */
export function atMost(limit: number, error?: string | { readonly error: string }) {
  return z.maxLength(limit, boundOf(error))
}

/** Requires a text of at least `limit` code points, or a list of at least `limit` entries. */
export function atLeast(limit: number, error?: string | { readonly error: string }) {
  return z.minLength(limit, boundOf(error))
}

function boundOf(error?: string | { readonly error: string }): Bound {
  const message = typeof error === 'object' ? error.error : error
  return { ...(message !== undefined && { error: message }), when: isTextOrList }
}

function isTextOrList({ value }: { readonly value: unknown }): boolean {
  return typeof value === 'string' || Array.isArray(value)
}
