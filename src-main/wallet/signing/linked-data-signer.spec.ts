// Proves docs/contract/exchange.md, Proofs: linked data.

/** What we sign: byte for byte the published vectors, accepted here and by an independent implementation. */
import { createPublicKey, verify } from 'node:crypto'
import { Ed25519Signature2018 } from '@digitalbazaar/ed25519-signature-2018'
import * as vc from '@digitalbazaar/vc'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { HOLDER_SEED, ISSUER_SEED, SIGNED_DOCUMENTS } from '../../../tests/vectors/presentation-vectors.ts'
import { encodeBase58 } from '../../crypto/base58.ts'
import { didKeyMethodOf, didKeyOf, newSigningKey, signingKeyFrom } from '../../crypto/signing-key.ts'
import { PRESENTATION as PRESENTATION_KIND } from '../../exchange/proofs/document-kinds.ts'
import { jsonLdOver } from '../../exchange/proofs/json-ld.ts'
import { verifyDocument } from '../../exchange/proofs/linked-data-proof.ts'
import { contextRegistry } from '../../exchange/registries/context-registry.ts'
import { bytesToSign, detachedJws, proofOptions, signLinkedData } from './linked-data-signer.ts'
import { signJwt } from './jwt-signer.ts'

const CONTEXTS = contextRegistry()
const SUBMISSION_V1 = 'https://identity.foundation/presentation-exchange/submission/v1'
const CREDENTIALS_V1 = 'https://www.w3.org/2018/credentials/v1'
const CREATED = '2026-01-02T03:04:05Z'
const ISSUER = signingKeyFrom('Ed25519', ISSUER_SEED)
const HOLDER = signingKeyFrom('Ed25519', HOLDER_SEED)
const HOLDER_PUBLIC = createPublicKey({
  key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(HOLDER.publicBytes).toString('base64url') },
  format: 'jwk',
})
const WORLD = { jsonLd: jsonLdOver(CONTEXTS), dids: { find: () => undefined } }

const faultOf = async (document: JsonObject) =>
  (await verifyDocument(document, PRESENTATION_KIND, WORLD)).proof?.fault?.code

function withoutProof(document: JsonObject): JsonObject {
  const { proof: _proof, ...body } = document
  return body
}

describe.each(SIGNED_DOCUMENTS)('vector: $name', ({ seed, document, optionsHash, documentHash }) => {
  const { jws: _jws, ...options } = document.proof

  it('hashes options and document as the contract does', async () => {
    const bytes = await bytesToSign(withoutProof(document), options, CONTEXTS.find)
    expect(Buffer.from(bytes).toString('hex')).toBe(optionsHash + documentHash)
  })

  it('is signed with the same text', async () => {
    const { type: _type, ...members } = options
    const signing = { ...members, key: signingKeyFrom('Ed25519', seed) }

    expect(await signLinkedData(withoutProof(document), signing, CONTEXTS.find)).toEqual(document)
  })
})

/** A presentation of the vector's credential and a JWT, with a submission that a context defines. */
const PRESENTATION: JsonObject = {
  '@context': [CREDENTIALS_V1, SUBMISSION_V1],
  type: ['VerifiablePresentation', 'PresentationSubmission'],
  holder: didKeyOf(HOLDER),
  verifiableCredential: [
    SIGNED_DOCUMENTS[0].document,
    signJwt({ iss: didKeyOf(ISSUER), vc: {} }, { key: ISSUER, algorithm: 'EdDSA', kid: undefined }),
  ],
  presentation_submission: {
    id: 'urn:uuid:1',
    definition_id: 'x',
    descriptor_map: [{ id: 'ä€', n: [1, 1.5e30, null] }],
  },
}
const AS_HOLDER = {
  key: HOLDER,
  verificationMethod: didKeyMethodOf(HOLDER),
  proofPurpose: 'authentication',
  created: CREATED,
  challenge: 'c',
  domain: 'http://127.0.0.1:1',
} as const

describe('signLinkedData', () => {
  it('what it signs › holds here, and not when changed', async () => {
    const signed = await signLinkedData(PRESENTATION, AS_HOLDER, CONTEXTS.find)

    expect(await faultOf(signed)).toBeUndefined()
    expect(await faultOf({ ...signed, holder: didKeyOf(ISSUER) })).toBe('signature_invalid')
  })

  it('what it signs › holds for an independent implementation', async () => {
    const { proof: _proof, ...credential } = SIGNED_DOCUMENTS[0].document
    const method = didKeyMethodOf(ISSUER)
    const signing = {
      key: ISSUER,
      verificationMethod: method,
      proofPurpose: 'assertionMethod',
      created: CREATED,
    } as const
    const signed = await signLinkedData({ ...credential, id: 'urn:uuid:other' }, signing, CONTEXTS.find)
    const suite = new Ed25519Signature2018()

    expect(await vc.verifyCredential({ credential: signed, suite, documentLoader })).toMatchObject({ verified: true })
    const changed = { ...signed, expirationDate: '2037-01-01T00:00:00Z' }
    expect(await vc.verifyCredential({ credential: changed, suite, documentLoader })).toMatchObject({ verified: false })
  })

  it('an odd header › is signed as it is, and refused here for what it says', async () => {
    const header = { alg: 'EdDSA', b64: true, crit: ['b64'] }
    const signed = await signLinkedData(PRESENTATION, { ...AS_HOLDER, header }, CONTEXTS.find)

    expect(await faultOf(signed)).toBe('jws_header_invalid')
  })

  it('a context nobody holds › ends it', async () => {
    const document = { ...PRESENTATION, '@context': [CREDENTIALS_V1, 'https://contexts.example/unknown'] }
    await expect(signLinkedData(document, AS_HOLDER, CONTEXTS.find)).rejects.toThrow()
  })

  it('a key of another kind › is refused', async () => {
    const key = await newSigningKey('P-256')
    await expect(signLinkedData(PRESENTATION, { ...AS_HOLDER, key }, CONTEXTS.find)).rejects.toMatchObject({
      code: 'signing_key_invalid',
    })
  })
})

describe('detachedJws', () => {
  it('has an empty middle part and signs the header as text', () => {
    const message = Buffer.from('message')
    const [header = '', middle, signature = ''] = detachedJws(HOLDER, { alg: 'EdDSA' }, message).split('.')

    expect([Buffer.from(header, 'base64url').toString(), middle]).toEqual(['{"alg":"EdDSA"}', ''])
    const signed = Buffer.concat([Buffer.from(`${header}.`), message])
    expect(verify(null, signed, HOLDER_PUBLIC, Buffer.from(signature, 'base64url'))).toBe(true)
  })
})

describe('proofOptions', () => {
  it('names only what was given', () => {
    const { key: _key, challenge: _challenge, domain: _domain, ...plain } = AS_HOLDER
    expect(proofOptions(plain)).toEqual({
      type: 'Ed25519Signature2018',
      created: CREATED,
      verificationMethod: didKeyMethodOf(HOLDER),
      proofPurpose: 'authentication',
    })
  })
})

function documentLoader(url: string): Promise<unknown> {
  return Promise.resolve({ documentUrl: url, document: CONTEXTS.find(url) ?? didDocument(url) })
}

function didDocument(url: string): JsonObject {
  const [id, method] = [didKeyOf(ISSUER), didKeyMethodOf(ISSUER)]
  if (!url.includes('#')) return { '@context': 'https://www.w3.org/ns/did/v1', id, assertionMethod: [method] }
  return {
    '@context': 'https://w3id.org/security/suites/ed25519-2018/v1',
    id: method,
    type: 'Ed25519VerificationKey2018',
    controller: id,
    publicKeyBase58: encodeBase58(ISSUER.publicBytes),
  }
}
