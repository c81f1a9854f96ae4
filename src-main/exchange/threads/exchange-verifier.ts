import type { EvaluateApart } from '../presentations/evaluation.ts'
import { presentationVerifier } from '../presentations/verifier.ts'
import type { VerifyPresentation } from '../presentations/verifier.ts'
import { verifyingWorldOver } from '../presentations/world.ts'
import type { Registries, VerifyingWorld } from '../presentations/world.ts'
import { evaluationThread } from './evaluation-thread.ts'
import { schemaThread } from './schema-thread.ts'
import { ThreadEnded } from './task-thread.ts'
import { verificationThread } from './verification-thread.ts'

/** Verification with its threads; they start when they are needed, and end with `close`. */
export interface ExchangeVerifier {
  readonly verify: VerifyPresentation
  /** For what is verified here and never takes long. */
  readonly worldAt: VerifyingWorld
  readonly willEvaluateApart: () => void
  readonly evaluateApart: EvaluateApart
  readonly close: () => void
}

/** Joins the verification of presentations with its threads. */
export function exchangeVerifier(registries: Registries, elapsedMs: () => number): ExchangeVerifier {
  const evaluation = evaluationThread(elapsedMs)
  const verification = verificationThread(registries)
  const schemas = schemaThread(registries)
  const worldAt = verifyingWorldOver(registries, elapsedMs, {
    evaluateApart: evaluation.evaluate,
    validateApart: schemas.validate,
  })
  const stopCodeOf = (fault: unknown) => (fault instanceof ThreadEnded ? fault.code : undefined)
  return {
    verify: presentationVerifier({ worldAt, verifyApart: verification.verify, stopCodeOf }),
    worldAt,
    willEvaluateApart: evaluation.start,
    evaluateApart: evaluation.evaluate,
    close() {
      void evaluation.close()
      void verification.close()
      void schemas.close()
    },
  }
}
