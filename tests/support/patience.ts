import { vi } from 'vitest'

/** Milliseconds; less than a test may take, so that what it waited for is told and not that it took too long. */
const WAIT_MS = 120_000

type Options = number | { readonly timeout?: number; readonly interval?: number } | undefined

const { waitFor, waitUntil } = vi

/** What waits inside of a test gives up after a second by itself: too soon for a machine that does other work. */
vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))

function patient(options: Options) {
  return typeof options === 'number' ? options : { timeout: WAIT_MS, ...options }
}
