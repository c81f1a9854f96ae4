import type { Sender } from '../../service/fair-queue.ts'

/** Why a verification must stop: its time is up, or its thread has died. */
export type StopCode = 'timeout' | 'internal'

export const STOP_MESSAGES: Readonly<Record<StopCode, string>> = {
  timeout: 'the verification takes longer than allowed',
  internal: 'the check could not be completed; this is a fault of the exchange',
}

/** The remaining time of a verification, and the sender in whose turn its parts wait for other threads. */
export interface Allowance {
  readonly sender: Sender
  /** Milliseconds until the whole verification must end; zero or negative afterwards. */
  readonly leftMs: () => number
  /** Called when a thread begins a part. Time counts from the first such call, not while a thread starts. */
  readonly begun: () => void
}
