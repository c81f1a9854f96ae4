import type { CheckCode } from '../../../shared/presentation-exchange/check-codes.ts'
import type { CheckId } from '../../../shared/contract/presentations.ts'
import type { Moment } from '../../../shared/presentation-exchange/date-time.ts'
import { jsonPointer, listOf, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import type { ClaimConflict } from '../proofs/jwt-claims.ts'
import { CREDENTIALS_V1, CREDENTIALS_V2 } from '../registries/context-registry.ts'
import { blockedBy } from './check-row.ts'
import type { Finding, Outcome } from './check-row.ts'
import type { CredentialFacts, ProofFacts } from './facts.ts'
import { isSupportedProof } from '../proofs/proof-suites.ts'
import { proofsIn } from './presentation.ts'
import type { SentProof } from './presentation.ts'
import { isAhead, isEnded, malformedDate, momentOf, shownTime } from './times.ts'
import { phrase } from '../../../shared/phrase.ts'

/** Faults after which it is not known whose key signed. */
export const KEY_NOT_FOUND = ['key_unresolved', 'did_method_unavailable'] as const

/** `@context` begins with the credentials context, of either data model. */
export function contextOrder(document: JsonObject): readonly Finding[] {
  const sent = listOf(memberOf(document, '@context'))
  const [first] = sent
  if (first === CREDENTIALS_V1 || first === CREDENTIALS_V2) return []
  const location = ['@context']
  if (sent.length === 0) return [{ code: 'context_missing', location, message: 'there is no @context' }]
  const actual = typeof first === 'string' ? first : null
  const message = 'the first @context must be that of credentials'
  return [{ code: 'context_order', location, message, expected: CREDENTIALS_V1, actual }]
}

/** Why the proof of a presentation or credential does not hold, if it does not. */
export function proofOutcome({ proof }: ProofFacts, location: Location): readonly Finding[] {
  const fault = proof?.fault
  return fault === undefined ? [] : [{ ...fault, location }]
}

/** Members whose names have another meaning in the contexts of the document than checks expect. */
export function misnamedFindings({ misnamed }: ProofFacts): readonly Finding[] {
  return misnamed.map((location) => ({
    code: 'member_disguised',
    location,
    message: phrase`${jsonPointer(location)} is read by its name as something else than its contexts mean by it; rename it`,
  }))
}

/** Claims of a JWT that contradict the document beside them. */
export function conflictFindings(
  conflicts: readonly ClaimConflict[],
  ofWhat: 'credential' | 'presentation',
): readonly Finding[] {
  return conflicts.map(({ claim, location: [, ...location] }) => {
    const place = jsonPointer(location)
    const message =
      ofWhat === 'credential'
        ? phrase`the claim ${claim} contradicts ${place} of the credential beside it`
        : phrase`the claim ${claim} contradicts ${place} of the presentation beside it`
    return { code: 'claim_conflict', location, message }
  })
}

/** Fails for an expired proof (`presentation.time`, `credential.proof`). There is no grace. */
export function proofEnd({ proof, location: at }: SentProof, now: Moment): readonly Finding[] {
  const value = memberOf(proof, 'expires')
  if (value === undefined) return []
  const location = [...at, 'expires']
  const moment = momentOf(value)
  if (moment === undefined) return [malformedDate(location, value)]
  if (!isEnded(moment, now)) return []
  const [expected, actual] = [`later than ${shownTime(now)}`, shownTime(moment)]
  return [{ code: 'proof_expired', location, message: 'the proof has ended', expected, actual }]
}

/** Faults after which it is not known which proof there is, or what its members mean. */
const NO_PROOF_READ: readonly CheckCode[] = ['proof_missing', 'proof_multiple', 'proof_type_unsupported']

/**
 * When each proof of a credential was made, and until when it holds. Every suite here says when, so that a proof that
 * does not say is refused; a presentation is asked the same by `presentation.time`.
 */
export function credentialProofTimes({
  document,
  proof: read,
  now,
}: Pick<CredentialFacts, 'document' | 'proof'> & { readonly now: Moment }): readonly Finding[] {
  if (NO_PROOF_READ.some((code) => code === read?.fault?.code)) return []
  // The order of a set is not signed, so that each proof of it that was verified must hold now.
  const verified = proofsIn(document).filter(({ proof }) => isSupportedProof(proof))
  return verified.flatMap((one) => [
    ...creationFindings(memberOf(one.proof, 'created'), [...one.location, 'created'], now),
    ...proofEnd(one, now),
  ])
}

function creationFindings(value: unknown, location: Location, now: Moment): readonly Finding[] {
  const moment = momentOf(value)
  if (value === undefined)
    return [
      { code: 'date_missing', location: location.slice(0, -1), message: 'the proof does not say when it was made' },
    ]
  if (moment === undefined) return [malformedDate(location, value)]
  if (!isAhead(moment, now)) return []
  const message = 'the proof was made in the future, by more than 60 seconds'
  const [expected, actual] = [`not after ${shownTime(now)}`, shownTime(moment)]
  return [{ code: 'created_in_future', location, message, expected, actual }]
}

/** Whether the signing key belongs to the party that the document identifies. */
export function signerOutcome(
  { proof }: ProofFacts,
  named: { readonly did: string; readonly check: CheckId; readonly finding: Omit<Finding, 'expected' | 'actual'> },
): Outcome {
  const signer = proof?.signer?.did
  if (signer === undefined) return blockedBy(named.check)
  return signer === named.did ? [] : [{ ...named.finding, expected: named.did, actual: signer }]
}
