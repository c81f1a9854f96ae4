import { readCandidate } from '../../../shared/presentation-exchange/candidate.ts'
import type { Candidate } from '../../../shared/presentation-exchange/candidate.ts'
import { candidateOfSdJwt, looksLikeSdJwt, openSdJwt } from '../sd-jwt/open-sd-jwt.ts'

/**
 * Reads a credential of any format that a wallet holds, for evaluation: of an SD-JWT VC, all disclosures are opened.
 *
 * @returns undefined for what is no credential
 * @throws {SdJwtFault} for an SD-JWT that could never be presented
 */
export function readHeld(raw: unknown): Candidate | undefined {
  return typeof raw === 'string' && looksLikeSdJwt(raw) ? candidateOfSdJwt(openSdJwt(raw)) : readCandidate(raw)
}
