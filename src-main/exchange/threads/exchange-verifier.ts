import { definitionReader } from '../presentation-definitions/definition-reader.ts'
import type { ReadDefinition } from '../presentation-definitions/definition-reader.ts'
import type { EvaluateOnWorker } from '../presentations/evaluation.ts'
import { presentationVerifier } from '../presentations/verifier.ts'
import type { VerifyPresentation } from '../presentations/verifier.ts'
import { contextOver } from '../presentations/open-context.ts'
import type { Registries, OpenContext } from '../presentations/open-context.ts'
import { NARROW_LIMITS } from '../proofs/json-ld.ts'
import { evaluationThreads } from './evaluation-threads.ts'
import { schemaThreads } from './schema-threads.ts'
import { ThreadEnded } from '../../threads/task-thread.ts'
import { verificationThreads } from './verification-threads.ts'

/** Verification with its threads, which start when needed and end with `close`. */
interface ExchangeVerifier {
  readonly verify: VerifyPresentation
  readonly readDefinition: ReadDefinition
  /** The context for quick verifications on this thread. */
  readonly contextAt: OpenContext
  readonly willEvaluateOnWorker: () => void
  readonly evaluateOnWorker: EvaluateOnWorker
  /** Starts the thread of long verifications ahead of time. */
  readonly warmUp: () => void
  /** Resolves when all threads have ended, even one that is still starting. */
  readonly close: () => Promise<void>
}

/** Joins the verification of presentations with its threads. Each kind of task has a pool of its own. */
export function exchangeVerifier(registries: Registries, elapsedMs: () => number): ExchangeVerifier {
  const evaluation = evaluationThreads(elapsedMs)
  const verification = verificationThreads(registries)
  const schemas = schemaThreads(registries)
  const contextAt = contextOver(registries, elapsedMs, {
    evaluateOnWorker: evaluation.evaluate,
    validateOnWorker: schemas.validate,
    limits: NARROW_LIMITS,
  })
  const stopCodeOf = (fault: unknown) => (fault instanceof ThreadEnded ? fault.code : undefined)
  return {
    verify: presentationVerifier({ contextAt, verifyOnWorker: verification.verify, stopCodeOf }),
    readDefinition: definitionReader({ readOnWorker: verification.readDefinition, stopCodeOf }),
    contextAt,
    willEvaluateOnWorker: evaluation.start,
    evaluateOnWorker: evaluation.evaluate,
    warmUp: verification.start,
    async close() {
      await Promise.all([evaluation.close(), verification.close(), schemas.close()])
    },
  }
}
