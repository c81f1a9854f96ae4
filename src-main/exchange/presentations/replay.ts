import { createHash } from 'node:crypto'
import { isoTime } from '../../service/ports.ts'
import type { VerificationOptions } from '../../../shared/contract/presentations.ts'
import { memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { AcceptedPresentation, Earlier } from './accepted-presentation-store.ts'
import { blockedBy, OFF } from './check-row.ts'
import type { CheckRow, Outcome } from './check-row.ts'
import type { Presentation } from './presentation.ts'

const DAY_MS = 86_400_000
export const KEPT_DAYS = 30

export interface ReplaySubject {
  readonly presentation: Presentation
  readonly replay: VerificationOptions['replay']
  /** Undefined when it was not looked up. */
  readonly earlier: Earlier | undefined
}

/** Check 9. */
export const REPLAY_ROW: CheckRow<ReplaySubject> = { check: 'presentation.replay', decide: replayOutcome }

function replayOutcome({ presentation, replay, earlier }: ReplaySubject): Outcome {
  if (replay === 'off') return OFF
  if (earlier === undefined) return blockedBy('presentation.proof')
  if (earlier === 'same') {
    const location = presentation.jwt === undefined ? ['proof'] : []
    return [{ code: 'presentation_replayed', location, message: 'this presentation was accepted before' }]
  }
  if (earlier === 'none') return []
  const message = 'the holder used the id of this submission with other content before'
  return [{ code: 'submission_id_reused', message, actual: submissionIdOf(presentation) }]
}

/** What identifies a presentation to a replay; undefined without a signature. */
export function acceptedForm(
  presentation: Presentation,
  { max_age_seconds }: VerificationOptions,
  nowMs: number,
): AcceptedPresentation | undefined {
  const { signature, holder = '' } = presentation
  if (signature === undefined) return undefined
  const keptMs = max_age_seconds === undefined ? KEPT_DAYS * DAY_MS : max_age_seconds * 1000 + DAY_MS
  return {
    digest: createHash('sha256').update(signature).digest(),
    holder,
    submission_id: submissionIdOf(presentation),
    expires_at: isoTime(nowMs + keptMs),
  }
}

/** Records of verifications from before this time are forgotten. */
export function recordsBefore(nowMs: number): string {
  return isoTime(nowMs - KEPT_DAYS * DAY_MS)
}

export function submissionIdOf({ submission }: Presentation): string | null {
  return textOf(memberOf(submission?.value, 'id')) ?? null
}
