import { fakeCalls } from '../../../session/testing/fake-calls.ts'

/** The fake verifier for the calls of the window. */
export const {
  start: startVerifier,
  answerTo: answerVerifier,
  calls: verifierCalls,
} = fakeCalls('subscription', 'verifier')
