/** Why a verification must not go on: it has taken longer than it may, or its thread has died. */
export type StopCode = 'timeout' | 'internal'

export const STOP_MESSAGES: Readonly<Record<StopCode, string>> = {
  timeout: 'verifying all that was sent takes longer than allowed',
  internal: 'the check could not be completed; this is a fault of the exchange',
}
