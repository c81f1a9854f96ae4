import type { CheckId } from '../../../shared/contract/presentations.ts'
import { jsonPointer, listOf, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import { CREDENTIALS_V1, CREDENTIALS_V2 } from '../registries/context-registry.ts'
import { blockedBy } from './check-row.ts'
import type { Finding, Outcome } from './check-row.ts'
import type { ProofFacts } from './gather.ts'

/** Faults after which it is not known whose key signed. */
export const KEY_NOT_FOUND = ['key_unresolved', 'did_method_unavailable'] as const

/** `@context` begins with the credentials context, of either data model (checks 1 and 16). */
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

/** Checks 4 and 19. */
export function proofOutcome({ proof }: ProofFacts, location: Location): Outcome {
  const fault = proof?.fault
  return fault === undefined ? [] : [{ ...fault, location }]
}

/**
 * Of checks 1 and 16: what is signed under another name than it is read by, so that a check would look for it and find
 * nothing.
 */
export function disguiseFindings({ disguises }: ProofFacts): readonly Finding[] {
  return disguises.map(({ location, readAs }) => ({
    code: 'member_disguised',
    location,
    message: `${jsonPointer(location) || 'the document'} holds what is signed, but not in the way it is read`,
    expected: readAs.length === 0 ? null : readAs.join(', '),
  }))
}

/** Checks 5 and 20: the key that signed belongs to whom the document names. */
export function signerOutcome(
  { proof }: ProofFacts,
  named: { readonly did: string; readonly check: CheckId; readonly finding: Omit<Finding, 'expected' | 'actual'> },
): Outcome {
  const signer = proof?.signer?.did
  if (signer === undefined) return blockedBy(named.check)
  return signer === named.did ? [] : [{ ...named.finding, expected: named.did, actual: signer }]
}
