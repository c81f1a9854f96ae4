import type { Verification } from '../../shared/contract/presentations.ts'
import type { VerifierRequestStep } from '../../shared/contract/verifier-requests.ts'
import type { Change } from '../service/call.ts'
import { isoTime } from '../service/ports.ts'
import type { TimedWork } from '../service/timed-work.ts'
import { RETENTION_MS, MAX_STORED_REFUSALS } from './request-limits.ts'
import type { RequestEvent } from './request-states.ts'
import { isOpen, nextState } from './request-states.ts'
import type { Door, StoredAttempt, StoredRequest, VerifierRequestStore } from './verifier-request-store.ts'

/** Seals what wallets sent, bound to `kind` and `id`. */
export interface AttemptSeal {
  seal(kind: 'presentation' | 'verification', id: string, text: string): Uint8Array
  open(kind: 'presentation' | 'verification', id: string, sealed: Uint8Array): string
}

interface RequestBookOptions {
  readonly requests: VerifierRequestStore
  readonly seal: AttemptSeal
  /** Called after each change of a request. */
  readonly announce: (requestId: string) => void
}

type Write = Pick<Change, 'now' | 'afterSuccess'>

/** A received presentation. */
export interface Received {
  /** The presentation as JSON text. */
  readonly text: string
  readonly bytes: number
  readonly remote: string | null
  readonly door: Door
}

export type RequestBook = ReturnType<typeof createRequestBook>

/** Records the history of requests: their states, their attempts, and the steps of their timelines. */
export function createRequestBook({ requests, seal, announce }: RequestBookOptions) {
  return { opened, fetched, verified, acted, refused, declined, cancelled, expired, deleteOld, announceAfterwards }

  function opened(request: StoredRequest, write: Write): void {
    requests.add(request)
    note(request.id, write.now, { kind: 'created' })
    announceAfterwards(request.id, write)
  }

  function fetched(request: StoredRequest, write: Write): void {
    const first_fetched_at = request.first_fetched_at ?? write.now
    const fetch_count = request.fetch_count + 1
    change({ ...request, first_fetched_at, fetch_count }, 'definition_fetched', write)
    note(request.id, write.now, { kind: 'definition_fetched', http_status: 200 })
  }

  /** Records a verified presentation. @returns the updated request */
  function verified(
    request: StoredRequest,
    {
      id,
      received,
      verification,
    }: { readonly id: string; readonly received: Received; readonly verification: Verification },
    write: Write,
  ): StoredRequest {
    const { valid, duration_ms } = verification
    requests.addAttempt({
      ...attemptOf(request.id, id, { received, at: write.now }),
      http_status: 200,
      valid,
      error: null,
      sealed_verification: seal.seal('verification', id, JSON.stringify(verification)),
      sealed_presentation: seal.seal('presentation', id, received.text),
    })
    const answered = { ...request, answered_at: write.now, attempt_count: request.attempt_count + 1 }
    const now = change(answered, valid ? 'presentation_valid' : 'presentation_invalid', write)
    note(request.id, write.now, { kind: 'presentation_received', bytes: received.bytes, attempt_id: id })
    note(request.id, write.now, {
      kind: valid ? 'verified' : 'rejected',
      http_status: 200,
      duration_ms,
      attempt_id: id,
      detail: checkCount(verification),
    })
    return now
  }

  /** Records the outcome of the action after a valid answer. */
  function acted(request: StoredRequest, result: NonNullable<StoredRequest['on_valid_result']>): void {
    requests.update({ ...request, on_valid_result: result })
    note(request.id, result.at, { kind: result.done ? 'action_done' : 'action_failed', detail: result.message })
    announce(request.id)
  }

  /** Records a refusal, which does not use up an attempt. Only the first {@link MAX_STORED_REFUSALS} are stored. */
  function refused(
    requestId: string,
    { id, received, error, status }: { id: string; received: Received; error: string; status: number },
    now: string,
  ): void {
    const request = requests.find(requestId)
    if (request === undefined || request.refusal_count >= MAX_STORED_REFUSALS) return
    requests.addAttempt({
      ...attemptOf(requestId, id, { received, at: now }),
      http_status: status,
      valid: null,
      error,
      sealed_verification: null,
      sealed_presentation: null,
    })
    requests.update({ ...request, refusal_count: request.refusal_count + 1 })
    note(requestId, now, {
      kind: 'refused',
      http_status: status,
      bytes: received.bytes,
      attempt_id: id,
      detail: error,
    })
    announce(requestId)
  }

  /**
   * Records that the wallet declined, which leaves the request open. It counts as a refusal, of which only the first
   * {@link MAX_STORED_REFUSALS} are stored.
   */
  function declined(request: StoredRequest, { bytes, detail }: { bytes: number; detail: string }, write: Write): void {
    if (request.refusal_count >= MAX_STORED_REFUSALS) return
    requests.update({ ...request, refusal_count: request.refusal_count + 1 })
    note(request.id, write.now, { kind: 'declined', http_status: 200, bytes, detail })
    announceAfterwards(request.id, write)
  }

  function cancelled(request: StoredRequest, write: Write): void {
    change(request, 'cancelled', write)
    note(request.id, write.now, { kind: 'cancelled' })
  }

  /** Closes open requests whose time has passed. */
  function expired(write: Write): void {
    for (const request of requests.openExpiredBy(write.now)) {
      change(request, 'time_passed', write)
      note(request.id, write.now, { kind: 'expired' })
    }
  }

  function deleteOld(dueByMs: number): void {
    requests.deleteClosedBefore(isoTime(dueByMs - RETENTION_MS))
  }

  function change(request: StoredRequest, event: RequestEvent, write: Write): StoredRequest {
    const state = nextState(request.state, event)
    const closed_at = request.closed_at ?? (isOpen(state) ? null : write.now)
    const now = { ...request, state, closed_at }
    requests.update(now)
    announceAfterwards(request.id, write)
    return now
  }

  function announceAfterwards(requestId: string, { afterSuccess }: Pick<Write, 'afterSuccess'>): void {
    afterSuccess(() => announce(requestId))
  }

  function note(
    requestId: string,
    at: string,
    step: Pick<VerifierRequestStep, 'kind'> & Partial<VerifierRequestStep>,
  ): void {
    requests.addStep(requestId, {
      at,
      http_status: null,
      bytes: null,
      duration_ms: null,
      attempt_id: null,
      detail: null,
      ...step,
    })
  }
}

function attemptOf(
  request_id: string,
  id: string,
  { received: { bytes, remote, door }, at }: { readonly received: Received; readonly at: string },
): Pick<StoredAttempt, 'id' | 'request_id' | 'received_at' | 'remote' | 'bytes' | 'door'> {
  return { id, request_id, received_at: at, remote, bytes, door }
}

function checkCount({ summary: { pass, fail, warn } }: Verification): string {
  const run = pass + fail + warn
  return fail === 0 ? `${run} checks, none failed` : `${fail} of ${run} checks failed`
}

/** Closes expired requests, and deletes requests 90 days after they were closed. */
export function timedRequestWork(
  requests: Pick<VerifierRequestStore, 'earliestExpiry' | 'earliestClosing'>,
  book: RequestBook,
): readonly TimedWork[] {
  return [
    {
      earliest: () => requests.earliestExpiry(),
      run: (change) => {
        book.expired(change)
      },
    },
    {
      erases: true,
      earliest() {
        const closing = requests.earliestClosing()
        return closing === null ? null : isoTime(Date.parse(closing) + RETENTION_MS)
      },
      run: (_, dueByMs) => {
        book.deleteOld(dueByMs)
      },
    },
  ]
}
