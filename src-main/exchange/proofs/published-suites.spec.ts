// Proves docs/contract/exchange.md, Proofs, Registries: contexts.

/** Proofs made and verified by an independent implementation, in both directions. */
import { Ed25519Signature2018 } from '@digitalbazaar/ed25519-signature-2018'
import * as vc from '@digitalbazaar/vc'
import { exportJWK, FlattenedSign, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { ISSUER_SEED, SIGNED_DOCUMENTS } from '../../../tests/vectors/presentation-vectors.ts'
import type { PublishedSuite } from '../../../tests/support/published/published-parties.ts'
import {
  ED25519_2020_CONTEXT,
  publishedLoader,
  signingSuite,
} from '../../../tests/support/published/published-parties.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { bytesToSign } from '../../wallet/signing/linked-data-signer.ts'
import { encodeBase64Url } from '../../crypto/base64url.ts'
import { contextRegistry, CREDENTIALS_V1, CREDENTIALS_V2 } from '../registries/context-registry.ts'
import { CREDENTIAL as CREDENTIAL_KIND } from './document-kinds.ts'
import { jsonLdOver } from './json-ld.ts'
import { verifyDocument } from './linked-data-proof.ts'

const JSON_LD = jsonLdOver(contextRegistry())
const { document: SIGNED, signer: ISSUER } = SIGNED_DOCUMENTS[0]
const { proof: _proof, ...CREDENTIAL } = SIGNED
const METHOD = `${ISSUER}#${ISSUER.slice('did:key:'.length)}`
const THE_ISSUER = { did: ISSUER, seed: ISSUER_SEED }
const documentLoader = publishedLoader(THE_ISSUER)

const verify = (document: JsonObject) =>
  verifyDocument(document, CREDENTIAL_KIND, { jsonLd: JSON_LD, dids: { find: () => undefined } })

const JWS_2020_CONTEXT = 'https://w3id.org/security/suites/jws-2020/v1'
/** Stands for the method of a key that is made later. */
const THE_METHOD = 'the method of the proof'

/** A credential of data model 2.0, whose context defines Data Integrity proofs. */
const SECOND_MODEL = {
  '@context': [CREDENTIALS_V2],
  type: ['VerifiableCredential'],
  issuer: ISSUER,
  validFrom: '2026-01-01T00:00:00Z',
  credentialSubject: { id: 'did:example:holder' },
}

/** The credential of the first data model's own examples. */
const ALUMNI = {
  ...CREDENTIAL,
  type: ['VerifiableCredential', 'AlumniCredential'],
  credentialSubject: { id: 'did:example:holder', alumniOf: '<em>Example</em> University', degreeSchool: 'Law' },
}
const EXAMPLES = 'https://www.w3.org/2018/credentials/examples/v1'
const INTEGRITY = 'https://w3id.org/security/data-integrity'

/** Contexts that credentials of others name besides, and that come with this program. */
const WITH_OTHER_CONTEXTS: readonly (readonly [PublishedSuite, readonly string[], JsonObject])[] = [
  ['Ed25519Signature2018', [EXAMPLES], ALUMNI],
  ['Ed25519Signature2020', [EXAMPLES, ED25519_2020_CONTEXT], ALUMNI],
  ['Ed25519Signature2018', ['https://www.w3.org/ns/odrl.jsonld'], CREDENTIAL],
  ['Ed25519Signature2018', [`${INTEGRITY}/v1`], CREDENTIAL], // the library signs data integrity with v2 only
  ['eddsa-rdfc-2022', [`${INTEGRITY}/v2`], CREDENTIAL],
  ['eddsa-jcs-2022', [`${INTEGRITY}/v2`], CREDENTIAL],
  ['eddsa-rdfc-2022', [`${INTEGRITY}/v2`, 'https://w3id.org/security/multikey/v1', EXAMPLES], ALUMNI],
]

const SUITES: readonly (readonly [PublishedSuite, string, JsonObject])[] = [
  ['Ed25519Signature2018', 'Ed25519Signature2018', CREDENTIAL],
  [
    'Ed25519Signature2020',
    'Ed25519Signature2020',
    { ...CREDENTIAL, '@context': [CREDENTIALS_V1, ED25519_2020_CONTEXT] },
  ],
  ['eddsa-rdfc-2022', 'DataIntegrityProof', SECOND_MODEL],
  ['eddsa-jcs-2022', 'DataIntegrityProof', SECOND_MODEL],
]

describe.each(SUITES)('%s', (name, type, credential) => {
  it('made there › holds here, and not when changed', async () => {
    const suite = await signingSuite(name, THE_ISSUER, '2026-01-02T03:04:05Z')
    const issued = (await vc.issue({ credential: structuredClone(credential), suite, documentLoader })) as JsonObject

    const { stated: _stated, proofs: _proofs, ...outcome } = await verify(issued)
    expect(outcome).toEqual({
      proof: { type, signer: { did: ISSUER, method: METHOD }, fault: undefined },
      contextFault: undefined,
      isRead: true,
      unsigned: [],
      misnamed: [],
    })
    expect((await verify({ ...issued, id: 'urn:uuid:other' })).proof?.fault?.code).toBe('signature_invalid')
  })
})

describe('a credential with contexts that come with the program', () => {
  it.each(WITH_OTHER_CONTEXTS)('%s, %j', async (name, contexts, credential) => {
    const suite = await signingSuite(name, THE_ISSUER, '2026-01-02T03:04:05Z')
    const document = { ...structuredClone(credential), '@context': [CREDENTIALS_V1, ...contexts] }
    const issued = (await vc.issue({ credential: document, suite, documentLoader })) as JsonObject

    expect(await verify(issued)).toMatchObject({
      proof: { signer: { did: ISSUER }, fault: undefined },
      contextFault: undefined,
      isRead: true,
      unsigned: [],
    })
  })
})

describe('the credential of the contract', () => {
  it('holds there', async () => {
    const suite = new Ed25519Signature2018()
    expect(await vc.verifyCredential({ credential: SIGNED, suite, documentLoader })).toMatchObject({ verified: true })
  })
})

/** Signed by jose over statements that the JSON-LD library alone made: nothing of the reader takes part. */
describe('JsonWebSignature2020, signed by jose', () => {
  const CONTEXTS = contextRegistry()
  const MEMBERS = { b64: false, crit: ['b64'] }

  async function issued(alg: string, members: JsonObject, proofMembers: JsonObject = {}) {
    const { publicKey, privateKey } = await generateKeyPair(alg)
    const did = `did:jwk:${encodeBase64Url(Buffer.from(JSON.stringify(await exportJWK(publicKey))))}`
    const method = `${did}#0`
    const credential = { ...CREDENTIAL, '@context': [CREDENTIALS_V1, JWS_2020_CONTEXT], issuer: did }
    const options = {
      type: 'JsonWebSignature2020',
      created: '2026-01-02T03:04:05Z',
      verificationMethod: method,
      proofPurpose: 'assertionMethod',
      ...proofMembers,
    }
    const kid = members['kid'] === THE_METHOD ? { kid: method } : {}
    const header = { alg, ...MEMBERS, ...members, ...kid }
    const bytes = await bytesToSign(credential, options, CONTEXTS.find)
    const { protected: first, signature } = await new FlattenedSign(bytes).setProtectedHeader(header).sign(privateKey)
    const document: JsonObject = { ...credential, proof: { ...options, jws: `${first ?? ''}..${signature}` } }
    return { document, signer: { did, method } }
  }

  it.each(['EdDSA', 'ES256', 'ES384', 'PS256'])('%s › holds with and without a kid, not when changed', async (alg) => {
    for (const members of [{}, { kid: THE_METHOD }]) {
      const { document, signer } = await issued(alg, members)

      expect((await verify(document)).proof).toEqual({ type: 'JsonWebSignature2020', signer, fault: undefined })
      expect((await verify({ ...document, id: 'urn:uuid:other' })).proof?.fault?.code).toBe('signature_invalid')
    }
  })

  it.each<[string, JsonObject]>([
    ['a kid of another key', { kid: METHOD }],
    ['a kid that is no text', { kid: [THE_METHOD] }],
    ['an empty kid', { kid: '' }],
    ['another member beside a right kid', { kid: THE_METHOD, typ: 'JWT' }],
  ])('%s › is refused', async (_name, members) => {
    const { document } = await issued('EdDSA', members)

    expect((await verify(document)).proof?.fault?.code).toBe('jws_header_invalid')
  })

  it('a method that is an object › is named by its id', async () => {
    const { document, signer } = await issued('EdDSA', { kid: THE_METHOD })
    const proof = document['proof'] as JsonObject

    const written = { ...document, proof: { ...proof, verificationMethod: { id: signer.method } } }
    expect((await verify(written)).proof?.fault).toBeUndefined()
    const other = { ...document, proof: { ...proof, verificationMethod: { id: METHOD } } }
    expect((await verify(other)).proof?.fault?.code).toBe('jws_header_invalid')
  })

  it('Ed25519Signature2018 › has no kid, not even a right one', async () => {
    const { document, signer } = await issued('EdDSA', { kid: THE_METHOD }, { type: 'Ed25519Signature2018' })

    expect(document['proof']).toHaveProperty('verificationMethod', signer.method)
    expect((await verify(document)).proof?.fault?.code).toBe('jws_header_invalid')
  })
})
