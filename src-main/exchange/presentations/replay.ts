import { createHash } from 'node:crypto'
import { encodeBase64Url } from '../../crypto/base64url.ts'
import { oneFormOf, signatureAlgorithmOf } from '../../crypto/signature.ts'
import { isoTime } from '../../service/ports.ts'
import type { VerificationOptions } from '../../../shared/contract/presentations.ts'
import { memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import { readCompactJws } from '../proofs/jws.ts'
import { unlessFault } from '../proofs/proof-fault.ts'
import type { AcceptedPresentation, Earlier } from './accepted-presentation-store.ts'
import { blockedBy, OFF } from './check-row.ts'
import type { CheckRow, Outcome } from './check-row.ts'
import type { Presentation } from './presentation.ts'

const DAY_MS = 86_400_000
const KEPT_DAYS = 30

interface ReplaySubject {
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
  const { holder = '' } = presentation
  const signature = signatureIn(presentation)
  if (signature === undefined) return undefined
  const keptMs = max_age_seconds === undefined ? KEPT_DAYS * DAY_MS : max_age_seconds * 1000 + DAY_MS
  return {
    digest: createHash('sha256').update(signature).digest(),
    holder,
    submission_id: submissionIdOf(presentation),
    expires_at: isoTime(nowMs + keptMs),
  }
}

/** The signature as text; one text for all that anybody could make out of it. */
function signatureIn({ signature, jwt, proof }: Presentation): string | undefined {
  // What cannot be read is not valid, so it is not accepted either.
  const jws = jwt ?? unlessFault(() => readCompactJws(textOf(memberOf(proof, 'jws')) ?? ''))
  const algorithm = signatureAlgorithmOf(memberOf(jws?.header, 'alg'))
  if (signature === undefined || jws === undefined || algorithm === undefined) return signature
  const text = encodeBase64Url(oneFormOf(algorithm, jws.signature))
  return jwt === undefined ? `${jws.parts[0]}..${text}` : text
}

export function submissionIdOf({ submission }: Presentation): string | null {
  return textOf(memberOf(submission?.value, 'id')) ?? null
}
