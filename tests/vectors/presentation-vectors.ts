/**
 * One credential and two presentations with Ed25519Signature2018. Private keys are 32 times 01 (issuer) and 32 times 02
 * (holder). Never edited by hand.
 */

const ISSUER = 'did:key:z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX'
const HOLDER = 'did:key:z6Mko9hTggMwjSTEaJaPUfE6tqcy2xvU6BnNq3e3o8qVBiyH'
const CREATED = '2026-01-02T03:04:05Z'
const CREDENTIALS_CONTEXT = 'https://www.w3.org/2018/credentials/v1'

const methodOf = (did: string) => `${did}#${did.slice('did:key:'.length)}`

export const ISSUER_SEED = new Uint8Array(32).fill(1)
export const HOLDER_SEED = new Uint8Array(32).fill(2)

const credential = {
  '@context': [CREDENTIALS_CONTEXT],
  id: 'urn:uuid:00000000-0000-4000-8000-000000000001',
  type: ['VerifiableCredential'],
  issuer: { id: ISSUER },
  issuanceDate: '2026-01-01T00:00:00Z',
  expirationDate: '2036-01-01T00:00:00Z',
  credentialSubject: { id: HOLDER },
  credentialSchema: { id: 'https://schemas.vaultbench.example/identity/1.0.0', type: 'JsonSchemaValidator2018' },
  proof: {
    type: 'Ed25519Signature2018',
    created: CREATED,
    verificationMethod: methodOf(ISSUER),
    proofPurpose: 'assertionMethod',
    jws: 'eyJhbGciOiJFZERTQSIsImI2NCI6ZmFsc2UsImNyaXQiOlsiYjY0Il19..DbRluw2IhFpOXUkQigkQTO1YE0BR0aL8hR2FXKBz2_yZiiPdNVYPJM43b1Q0zPduT1slhS3IoktFiqY4K773CA',
  },
}

const submission = {
  id: 'urn:uuid:00000000-0000-4000-8000-000000000002',
  definition_id: '00000000-0000-4000-8000-000000000003',
  descriptor_map: [{ id: 'identity', path: '$.verifiableCredential[0]', format: 'ldp_vc' }],
}

const boundPresentation = {
  '@context': [CREDENTIALS_CONTEXT, 'https://identity.foundation/presentation-exchange/submission/v1'],
  type: ['VerifiablePresentation', 'PresentationSubmission'],
  holder: HOLDER,
  verifiableCredential: [credential],
  presentation_submission: submission,
  proof: {
    type: 'Ed25519Signature2018',
    created: CREATED,
    verificationMethod: methodOf(HOLDER),
    proofPurpose: 'authentication',
    challenge: 'AAAAAAAAAAAAAAAAAAAAAA',
    domain: 'http://127.0.0.1:3000',
    jws: 'eyJhbGciOiJFZERTQSIsImI2NCI6ZmFsc2UsImNyaXQiOlsiYjY0Il19..ij7MhxQmft_sUKFgdZZKDex2aN4cOdNxFbLMymGN7dgscT2GoowoCu_GOc6rSoMuWzi_L-vii8rrm6FHqDECDg',
  },
}

const plainPresentation = {
  '@context': [CREDENTIALS_CONTEXT],
  type: ['VerifiablePresentation'],
  holder: HOLDER,
  issuanceDate: CREATED,
  verifiableCredential: [credential],
  presentation_submission: submission,
  proof: {
    type: 'Ed25519Signature2018',
    created: CREATED,
    verificationMethod: methodOf(HOLDER),
    proofPurpose: 'assertionMethod',
    jws: 'eyJhbGciOiJFZERTQSIsImI2NCI6ZmFsc2UsImNyaXQiOlsiYjY0Il19..Uj8dFrWsJ3XegEc4zF1J68zDtFHPZUFTatknAgilolSbli0Fq1U4sB-_mGNu-Z80gwJ6HeS4obyCUxAYxWztAA',
  },
}

/** Who signed, what was signed, and SHA-256 of the canonical proof options and of the canonical document, in hex. */
export const SIGNED_DOCUMENTS = [
  {
    name: 'the credential',
    signer: ISSUER,
    seed: ISSUER_SEED,
    document: credential,
    optionsHash: '15d0339108a5c668876baba6dc3f31386c32a2ca1176b2220e94cc476bc7cdef',
    documentHash: '253675774a285df99a172157a51c0a89acbd58817a75f6d43a1e02f87701c14b',
  },
  {
    name: 'the bound presentation',
    signer: HOLDER,
    seed: HOLDER_SEED,
    document: boundPresentation,
    optionsHash: '34e83c14ca75c42992304976031413e4195c2ab714e16fb47eed20b10cb24606',
    documentHash: '681c5e3425ac5509a1e5c1e07230e161eb72ef4b7fca17a88e34b3f42988ec4f',
  },
  {
    name: 'the plain presentation',
    signer: HOLDER,
    seed: HOLDER_SEED,
    document: plainPresentation,
    optionsHash: 'f401f396dc6a1a6dade0d4ab78c068fd813530d5510dee022408cbd1fa9c85d5',
    documentHash: '0db41d054cf90e0cf010dd592167bc3d6263842402cf02e53180131618c64fdf',
  },
] as const

/** RDFC-1.0 of the credential's proof options, as N-Quads. */
export const CANONICAL_OPTIONS_OF_CREDENTIAL = `_:c14n0 <http://purl.org/dc/terms/created> "2026-01-02T03:04:05Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> .
_:c14n0 <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <https://w3id.org/security#Ed25519Signature2018> .
_:c14n0 <https://w3id.org/security#proofPurpose> <https://w3id.org/security#assertionMethod> .
_:c14n0 <https://w3id.org/security#verificationMethod> <${methodOf(ISSUER)}> .
`
