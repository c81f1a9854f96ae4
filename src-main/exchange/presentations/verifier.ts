import { setImmediate } from 'node:timers/promises'
import type { Sender } from '../../service/fair-queue.ts'
import type { StopCode } from '../registries/stop-code.ts'
import { isLong } from './verification-cost.ts'
import { verifyPresentation } from './verify-presentation.ts'
import type { VerificationInput } from './checked-presentation.ts'
import { checksIn } from './answer.ts'
import type { VerifiedPresentation } from './answer.ts'
import type { OpenContext } from './open-context.ts'

/**
 * Verifies on whichever thread is right for it.
 *
 * @param now the clock of the workspace, as ISO 8601
 * @param sender for whom; where somebody has to wait, senders take turns
 * @throws {ServiceError} `too_many_requests` when too many of the sender wait already
 */
export type VerifyPresentation = (
  input: VerificationInput,
  now: string,
  sender?: Sender,
) => Promise<VerifiedPresentation>

interface VerifierDependencies {
  readonly contextAt: OpenContext
  /** Verifies on another thread. @throws when that thread ended without a result */
  readonly verifyOnWorker: VerifyPresentation
  /** Why the worker thread ended; undefined for a fault of another kind. */
  readonly stopCodeOf: (fault: unknown) => StopCode | undefined
}

/** What a few kilobytes can say may be more than is read here, and still little enough for another thread. */
function isTooComplexHere({ answer }: VerifiedPresentation): boolean {
  return checksIn(answer).some(({ code }) => code === 'document_too_complex')
}

/**
 * The way of a verification: what takes a few milliseconds is done here, everything else on a worker thread. When the worker is
 * stopped, what it had to wait for fails here.
 */
export function presentationVerifier({
  contextAt,
  verifyOnWorker,
  stopCodeOf,
}: VerifierDependencies): VerifyPresentation {
  return async (input, now, sender) => {
    const context = contextAt(now, input.options.trusted_issuers, sender)
    if (!isLong(input, context.statusLists)) {
      const verified = await verifyPresentation(input, context)
      if (!isTooComplexHere(verified)) return verified
    }
    await setImmediate() // others come between reading what is large and handing it on
    try {
      return await verifyOnWorker(input, now, sender)
    } catch (fault) {
      const code = stopCodeOf(fault)
      if (code === undefined) throw fault
      return verifyPresentation(input, { ...context, stopped: () => code })
    }
  }
}
