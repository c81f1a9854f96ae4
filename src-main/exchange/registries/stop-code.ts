import type { Sender } from '../../service/fair-queue.ts'

/** Why a verification must not go on: it has taken longer than it may, or its thread has died. */
export type StopCode = 'timeout' | 'internal'

export const STOP_MESSAGES: Readonly<Record<StopCode, string>> = {
  timeout: 'verifying all that was sent takes longer than allowed',
  internal: 'the check could not be completed; this is a fault of the exchange',
}

/** What a verification may still take, and in whose turn the parts of it wait that are done on other threads. */
export interface Allowance {
  readonly sender: Sender
  /** Milliseconds until the one end of the whole verification, with all of its parts; none or fewer once it is over. */
  readonly leftMs: () => number
  /** Called when a thread begins a part. Time counts from the first one, not while a thread starts. */
  readonly begun: () => void
}
