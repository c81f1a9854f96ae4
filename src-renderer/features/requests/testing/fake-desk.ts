import { fakeCalls } from '../../../session/testing/fake-calls.ts'

/** The verifier, as the window asks it. */
export const { start: startDesk, answerTo: answerDesk, calls: deskCalls } = fakeCalls('subscription', 'verifier')
