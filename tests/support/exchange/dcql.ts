import { readCandidate, sdJwtCandidate } from '../../../shared/presentation-exchange/candidate.ts'
import type { Candidate } from '../../../shared/presentation-exchange/candidate.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import { checkQuery, readQuery } from '../../../shared/dcql/check-query.ts'
import type { CredentialQuery, DcqlQuery } from '../../../shared/dcql/query.ts'

export const VCT = 'https://credentials.example.com/identity_credential'

/** Reads a query that must be without faults. */
export function aQuery(query: unknown): DcqlQuery {
  const { faults } = checkQuery(query)
  if (faults.length > 0) throw new Error(`the query has faults: ${JSON.stringify(faults)}`)
  return readQuery(query)
}

/** A query for one SD-JWT VC. */
export function aCredentialQuery(members: JsonObject = {}): CredentialQuery {
  const [first] = aQuery({ credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: {}, ...members }] }).credentials
  if (first === undefined) throw new Error('the query asks for no credential')
  return first
}

/** An SD-JWT VC with its disclosures opened; bound to a key, unless said otherwise. */
export function anSdJwt(claims: JsonObject, disclosed: readonly Location[] = [], isBound = true): Candidate {
  return sdJwtCandidate({
    format: 'dc+sd-jwt',
    algorithm: 'ES256',
    claims: { vct: VCT, ...claims },
    disclosed,
    isBound,
  })
}

/** A W3C credential as linked data. */
export function aW3c(types: readonly string[], credentialSubject: JsonObject): Candidate {
  const candidate = readCandidate({ type: ['VerifiableCredential', ...types], credentialSubject })
  if (candidate === undefined) throw new Error('this is no credential')
  return candidate
}
