import { z } from 'zod'

/**
 * How long a text or a list may be, for every schema that reads input: `z.string().check(atMost(64))`.
 *
 * The library's own `.max`, `.min` and `.length` also run on what is neither, as soon as it has a `length`, and compare
 * that: `{"length":{"toString":1}}` cannot be compared and throws, which a caller would get as a failure of the program.
 * These end at the type. tests/architecture/bounds.spec.ts refuses the library's.
 */
interface Bound {
  readonly error?: string
  readonly when: typeof hasTrueLength
}

/** A text, counted in code points, or a list of no more than this. */
export function atMost(limit: number, error?: string | { readonly error: string }) {
  return z.maxLength(limit, ending(error))
}

/** A text, counted in code points, or a list of no fewer than this. */
export function atLeast(limit: number, error?: string | { readonly error: string }) {
  return z.minLength(limit, ending(error))
}

function ending(error?: string | { readonly error: string }): Bound {
  const words = typeof error === 'object' ? error.error : error
  return { ...(words !== undefined && { error: words }), when: hasTrueLength }
}

function hasTrueLength({ value }: { readonly value: unknown }): boolean {
  return typeof value === 'string' || Array.isArray(value)
}
