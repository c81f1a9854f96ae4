import { fakeCalls } from '../../../session/testing/fake-calls.ts'

/** The verifier, as the window asks it. */
export const {
  start: startVerifier,
  answerTo: answerVerifier,
  calls: verifierCalls,
} = fakeCalls('subscription', 'verifier')
