import { hash } from 'node:crypto'
import { encodeBase64Url } from '../../crypto/base64url.ts'
import { normalizedSignature, signatureAlgorithmOf } from '../../crypto/signature.ts'
import { isoTime } from '../../service/ports.ts'
import type { VerificationOptions } from '../../../shared/contract/presentations.ts'
import { jsonPointer, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import { readCompactJws } from '../proofs/jws.ts'
import { unlessFault } from '../proofs/proof-fault.ts'
import type { AcceptedPresentation, Earlier } from './accepted-presentation-store.ts'
import { withChecks } from './answer.ts'
import type { VerificationAnswer, VerifiedPresentation } from './answer.ts'
import { blockedBy, OFF, runRow } from './check-row.ts'
import type { CheckRow, Outcome, PlaceOf } from './check-row.ts'
import type { Presentation } from './presentation.ts'

const DAY_MS = 86_400_000
const KEPT_DAYS = 30

interface ReplaySubject {
  readonly answer: VerificationAnswer
  readonly replay: VerificationOptions['replay']
  /** Undefined when it was not looked up. */
  readonly earlier: Earlier | undefined
}

const REPLAY_ROW: CheckRow<ReplaySubject> = { check: 'presentation.replay', decide: replayOutcome }

/** @param earlier how it stands to those accepted before; undefined when it was not looked up */
export function withReplayCheck(
  answer: VerificationAnswer,
  { replay, policy }: Pick<VerificationOptions, 'replay' | 'policy'>,
  earlier: Earlier | undefined,
): VerificationAnswer {
  const placeOf: PlaceOf = (location) => ({ pointer: jsonPointer(location), inner_pointer: null })
  return withChecks(answer, runRow(REPLAY_ROW, { answer, replay, earlier }, { policy, placeOf, earlier: [] }))
}

function replayOutcome({ answer, replay, earlier }: ReplaySubject): Outcome {
  if (replay === 'off') return OFF
  if (earlier === undefined) return blockedBy('presentation.proof')
  if (earlier === 'same') {
    const place = { ldp_vp: ['proof'], jwt_vp: ['vp'] } as const
    const location = answer.format in place ? place[answer.format as keyof typeof place] : []
    return [{ code: 'presentation_replayed', location, message: 'this presentation was accepted before' }]
  }
  if (earlier === 'none') return []
  const message = 'the holder used the id of this submission with other content before'
  return [{ code: 'submission_id_reused', message, actual: answer.submission_id }]
}

/** The fields that identify a replay, for each presentation with a signature. */
export function acceptedForms(
  { answer: { holder, submission_id }, digests }: VerifiedPresentation,
  { max_age_seconds }: VerificationOptions,
  nowMs: number,
): readonly AcceptedPresentation[] {
  const keptMs = max_age_seconds === undefined ? KEPT_DAYS * DAY_MS : max_age_seconds * 1000 + DAY_MS
  const expires_at = isoTime(nowMs + keptMs)
  return digests.map((digest) => ({ digest, holder: holder ?? '', submission_id, expires_at }))
}

/** SHA-256 of the signature as text, which a replay repeats; undefined without one. */
export function signatureDigest(presentation: Presentation): Uint8Array | undefined {
  const signature = signatureIn(presentation)
  return signature === undefined ? undefined : hash('sha256', signature, 'buffer')
}

/** The signature as text, normalised so that an altered encoding gives the same text. */
function signatureIn({ jwt, proof }: Presentation): string | undefined {
  const text = jwt?.parts[2] ?? textOf(memberOf(proof, 'jws')) ?? textOf(memberOf(proof, 'proofValue'))
  // An unreadable signature is not valid, so it was never accepted.
  const jws = jwt ?? unlessFault(() => readCompactJws(text ?? ''))
  const algorithm = signatureAlgorithmOf(memberOf(jws?.header, 'alg'))
  if (jws === undefined || algorithm === undefined) return text
  const oneForm = encodeBase64Url(normalizedSignature(algorithm, jws.signature))
  return jwt === undefined ? `${jws.parts[0]}..${oneForm}` : oneForm
}
