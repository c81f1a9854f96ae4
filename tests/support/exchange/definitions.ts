import type { Candidate } from '../../../shared/presentation-exchange/candidate.ts'
import { readCandidate } from '../../../shared/presentation-exchange/candidate.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'

export const ISSUER = 'did:key:z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX'
export const HOLDER = 'did:key:z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH'
export const LICENCE_SCHEMA = 'https://schemas.example/driving-licence/1.0.0'

/** A descriptor that asks for a category of driving licence. */
export function aDescriptor(members: JsonObject = {}): JsonObject {
  return {
    id: 'licence',
    schema: [{ uri: LICENCE_SCHEMA }],
    constraints: { fields: [{ path: ['$.credentialSubject.category'], filter: { const: 'B' } }] },
    ...members,
  }
}

/** A descriptor with one field and nothing else. */
export function withField(field: JsonObject, members: JsonObject = {}): JsonObject {
  return { id: 'one', constraints: { fields: [field] }, ...members }
}

export function aDefinition(members: JsonObject = {}): JsonObject {
  return { name: 'Car hire', purpose: 'To hand over a car', input_descriptors: [aDescriptor()], ...members }
}

/** A driving licence of the holder as linked data. */
export function aCredential(members: JsonObject = {}): JsonObject {
  return {
    '@context': ['https://www.w3.org/2018/credentials/v1'],
    id: 'urn:uuid:00000000-0000-4000-8000-000000000001',
    type: ['VerifiableCredential', 'DrivingLicenceCredential'],
    issuer: { id: ISSUER },
    issuanceDate: '2026-01-01T00:00:00Z',
    credentialSubject: { id: HOLDER, type: 'Person', category: 'B' },
    credentialSchema: { id: LICENCE_SCHEMA, type: 'JsonSchemaValidator2018' },
    proof: { type: 'Ed25519Signature2018' },
    ...members,
  }
}

export function aCandidate(members: JsonObject = {}): Candidate {
  return candidateOf(aCredential(members))
}

/** The credential of a JWT; it is not signed, evaluation does not look. */
export function aJwtCandidate(payload: JsonObject, header: JsonObject = { alg: 'EdDSA' }): Candidate {
  return candidateOf(aJwt(payload, header))
}

export function aJwt(payload: JsonObject, header: JsonObject = { alg: 'EdDSA' }): string {
  const part = (value: JsonObject) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part(header)}.${part(payload)}.c2lnbmF0dXJl`
}

function candidateOf(sent: unknown): Candidate {
  const candidate = readCandidate(sent)
  if (candidate === undefined) throw new Error('this is no credential')
  return candidate
}
