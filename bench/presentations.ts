/** Presentations that benchmarks verify, and what verifies them without a database. */
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc'
import { SignJWT } from 'jose'
import type { JsonObject } from '../shared/presentation-exchange/json.ts'
import { prepareDefinition } from '../shared/presentation-exchange/prepare-definition.ts'
import { known as knownFor } from '../src-main/exchange/presentations/evaluation.ts'
import type { Known } from '../src-main/exchange/presentations/evaluation.ts'
import { readVerificationRequest } from '../src-main/exchange/presentations/read-request.ts'
import { verifyPresentation } from '../src-main/exchange/presentations/verify-presentation.ts'
import { contextOver } from '../src-main/exchange/presentations/open-context.ts'
import { CREDENTIALS_V1 } from '../src-main/exchange/registries/context-registry.ts'
import { HOLDER, ISSUER } from '../tests/support/exchange/definitions.ts'
import { aP256Party, IDENTITY, identityClaims, sdJwtVcLibrary } from '../tests/support/exchange/sd-jwts.ts'
import { aPresentation, aSubmission, signed, THE_HOLDER, THE_ISSUER } from '../tests/support/exchange/presentations.ts'

export const CHALLENGE = 'challenge'
export const DOMAIN = 'https://verifier.example'

/** One descriptor, whose field every credential here answers. */
export const DEFINITION: JsonObject = {
  id: 'd1',
  input_descriptors: [{ id: 'any', constraints: { fields: [{ path: ['$.credentialSubject.id'] }] } }],
}

/** Signed now by a holder around a credential of an issuer; contexts are among the bundled ones. */
export async function linkedDataPresentation(definitionId: string, challenge = CHALLENGE): Promise<JsonObject> {
  const created = new Date().toISOString()
  const credential = {
    '@context': [CREDENTIALS_V1],
    id: `urn:uuid:${randomUUID()}`,
    type: ['VerifiableCredential'],
    issuer: { id: ISSUER },
    issuanceDate: '2026-01-01T00:00:00Z',
    expirationDate: '2036-01-01T00:00:00Z',
    credentialSubject: { id: HOLDER },
  }
  const issued = await signed(credential, THE_ISSUER, { created })
  const submission = { ...submissionFor(definitionId, 'ldp_vc'), id: `urn:uuid:${randomUUID()}` }
  const proof = { proofPurpose: 'authentication', challenge, domain: DOMAIN, created }
  return signed(aPresentation([issued], submission), THE_HOLDER, proof)
}

function submissionFor(definitionId: string, format: string): JsonObject {
  return aSubmission(definitionId, { descriptor_map: [{ id: 'any', path: '$.verifiableCredential[0]', format }] })
}

const KEY_PAIRS = {
  EdDSA: () => generateKeyPairSync('ed25519'),
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
} as const

export type BenchAlgorithm = keyof typeof KEY_PAIRS

export interface JwtPresentation {
  readonly presentation: string
  readonly credential: string
  readonly issuerKey: KeyObject
  readonly holderKey: KeyObject
}

export async function jwtPresentation(alg: BenchAlgorithm): Promise<JwtPresentation> {
  const [issuer, holder] = [KEY_PAIRS[alg](), KEY_PAIRS[alg]()]
  const [issuerDid, holderDid] = [issuer, holder].map(({ publicKey }) => didJwk(publicKey))
  const seconds = Math.floor(Date.now() / 1000)
  const sign = (payload: JsonObject, { privateKey }: { privateKey: KeyObject }, did = '') =>
    new SignJWT(payload).setProtectedHeader({ alg, kid: `${did}#0`, typ: 'JWT' }).sign(privateKey)
  const credential = await sign(
    {
      iss: issuerDid,
      sub: holderDid,
      jti: `urn:uuid:${randomUUID()}`,
      nbf: seconds - 60,
      exp: seconds + 86_400,
      vc: { '@context': [CREDENTIALS_V1], type: ['VerifiableCredential', 'X'], credentialSubject: { name: 'A' } },
    },
    issuer,
    issuerDid,
  )
  const vp = {
    '@context': [CREDENTIALS_V1],
    type: ['VerifiablePresentation'],
    verifiableCredential: [credential],
    presentation_submission: submissionFor('d1', 'jwt_vc'),
  }
  const claims = { iss: holderDid, nonce: CHALLENGE, aud: DOMAIN, iat: seconds, vp }
  const presentation = await sign(claims, holder, holderDid)
  return { presentation, credential, issuerKey: issuer.publicKey, holderKey: holder.publicKey }
}

function didJwk(key: KeyObject): string {
  return `did:jwk:${Buffer.from(JSON.stringify(key.export({ format: 'jwk' }))).toString('base64url')}`
}

/** An SD-JWT VC with ten disclosures and a key binding, and the published library with the keys to verify it. */
export async function sdJwtPresentation(): Promise<{ readonly text: string; readonly library: SDJwtVcInstance }> {
  const [issuer, holder] = [aP256Party(), aP256Party()]
  const library = sdJwtVcLibrary(issuer, holder)
  const seconds = Math.floor(Date.now() / 1000)
  const names = Array.from({ length: 10 }, (_, index) => `claim ${index}`)
  const values = Object.fromEntries(names.map((name) => [name, `value of ${name}`]))
  const claims = identityClaims(issuer, holder, { iat: seconds - 60, exp: seconds + 86_400, ...values })
  const header = { kid: issuer.kid }
  const issued = await library.issue({ ...claims, iss: issuer.did, vct: IDENTITY }, { _sd: names } as never, { header })
  const kb = { payload: { iat: seconds, nonce: CHALLENGE, aud: DOMAIN } }
  const shown = Object.fromEntries(names.map((name) => [name, true]))
  return { text: await library.present(issued, shown, { kb }), library }
}

/** A DCQL query for one claim that is disclosed beside nine others. */
const QUERY: JsonObject = {
  credentials: [{ id: 'any', format: 'dc+sd-jwt', meta: { vct_values: [IDENTITY] }, claims: [{ path: ['claim 3'] }] }],
}

const NOTHING = { find: () => undefined }

/** Every check but that for replays, from the body to the answer, as the service does it. @throws when it is not valid */
export function newVerifier(): (presentation: JsonObject | string) => Promise<void> {
  const known = { definition: DEFINITION, prepared: prepareDefinition(DEFINITION) }
  const verify = verifierOf(known, { definition_id: 'd1' })
  return (presentation) => verify({ presentation })
}

/** The same for an SD-JWT VC that answers a query. @throws when it is not valid */
export function newSdJwtVerifier(): (text: string) => Promise<void> {
  const verify = verifierOf(knownFor({ dcql_query: QUERY }), {})
  return (text) => verify({ vp_token: { any: [text] } })
}

function verifierOf(known: Known, asked: JsonObject): (body: JsonObject) => Promise<void> {
  const registries = { contexts: NOTHING, dids: NOTHING, schemas: NOTHING, statusLists: NOTHING }
  const contextAt = contextOver({ ...registries, trustList: () => [], revision: () => 0 }, () => performance.now())
  const options = { challenge: CHALLENGE, domain: DOMAIN, ...asked, replay: 'off' }
  return async (body) => {
    const request = readVerificationRequest({ ...body, options })
    const input = { ...request, known, isDefinitionKnown: true }
    const { answer } = await verifyPresentation(input, contextAt(new Date().toISOString(), undefined))
    if (!answer.valid) throw new Error(`not valid: ${JSON.stringify(answer.errors)}`)
  }
}
