/** Proofs made and verified by an independent implementation, in both directions. */
import { createPrivateKey } from 'node:crypto'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import * as multikey from '@digitalbazaar/ed25519-multikey'
import { Ed25519Signature2018 } from '@digitalbazaar/ed25519-signature-2018'
import { Ed25519Signature2020 } from '@digitalbazaar/ed25519-signature-2020'
import { Ed25519VerificationKey2018 } from '@digitalbazaar/ed25519-verification-key-2018'
import { Ed25519VerificationKey2020 } from '@digitalbazaar/ed25519-verification-key-2020'
import { createSignCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite'
import { cryptosuite as rdfcSuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import * as vc from '@digitalbazaar/vc'
import { describe, expect, it } from 'vitest'
import { ISSUER_SEED, SIGNED_DOCUMENTS } from '../../../tests/vectors/presentation-vectors.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { encodeBase58 } from '../../crypto/base58.ts'
import { contextRegistry, CREDENTIALS_V1 } from '../registries/context-registry.ts'
import { jsonLdOver } from './json-ld.ts'
import { verifyDocument } from './linked-data-proof.ts'

const CONTEXTS = contextRegistry()
const JSON_LD = jsonLdOver(CONTEXTS)
const { document: SIGNED, signer: ISSUER } = SIGNED_DOCUMENTS[0]
const { proof: _proof, ...CREDENTIAL } = SIGNED
const METHOD = `${ISSUER}#${ISSUER.slice('did:key:'.length)}`
const ED25519_2018 = 'https://w3id.org/security/suites/ed25519-2018/v1'
const ED25519_2020 = 'https://w3id.org/security/suites/ed25519-2020/v1'

const publicKey = publicKeyOf(ISSUER_SEED)
const keyPair = new Ed25519VerificationKey2018({
  id: METHOD,
  controller: ISSUER,
  publicKeyBase58: encodeBase58(publicKey),
  privateKeyBase58: encodeBase58(Buffer.concat([ISSUER_SEED, publicKey])),
})
const key2020 = Ed25519VerificationKey2020.fromEd25519VerificationKey2018({ keyPair })
const date = '2026-01-02T03:04:05Z'

function documentLoader(url: string): Promise<unknown> {
  return Promise.resolve({ documentUrl: url, document: CONTEXTS.find(url) ?? didDocument(url) })
}

function didDocument(url: string): JsonObject {
  const type = 'Ed25519VerificationKey2018'
  return url.includes('#')
    ? { '@context': ED25519_2018, id: METHOD, type, controller: ISSUER, publicKeyBase58: encodeBase58(publicKey) }
    : { '@context': 'https://www.w3.org/ns/did/v1', id: url, assertionMethod: [METHOD] }
}

function publicKeyOf(seed: Uint8Array): Uint8Array {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  const key = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' })
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')
}

const verify = (document: JsonObject) =>
  verifyDocument(document, ['assertionMethod'], { jsonLd: JSON_LD, dids: { find: () => undefined } })

/** A credential of data model 2.0, whose context defines Data Integrity proofs. */
const SECOND_MODEL = {
  '@context': ['https://www.w3.org/ns/credentials/v2'],
  type: ['VerifiableCredential'],
  issuer: ISSUER,
  validFrom: '2026-01-01T00:00:00Z',
  credentialSubject: { id: 'did:example:holder' },
}

const SUITES: readonly (readonly [string, JsonObject, () => Promise<unknown>])[] = [
  ['Ed25519Signature2018', CREDENTIAL, () => Promise.resolve(new Ed25519Signature2018({ key: keyPair, date }))],
  [
    'Ed25519Signature2020',
    { ...CREDENTIAL, '@context': [CREDENTIALS_V1, ED25519_2020] },
    () => Promise.resolve(new Ed25519Signature2020({ key: key2020, date })),
  ],
  ['DataIntegrityProof', SECOND_MODEL, () => dataIntegrity(rdfcSuite)],
  ['DataIntegrityProof', SECOND_MODEL, () => dataIntegrity(createSignCryptosuite())],
]

async function dataIntegrity(cryptosuite: unknown): Promise<unknown> {
  return new DataIntegrityProof({ signer: (await multikey.from(key2020)).signer(), cryptosuite, date })
}

describe.each(SUITES)('%s', (type, credential, newSuite) => {
  it('made there › holds here, and not when changed', async () => {
    const issued = (await vc.issue({
      credential: structuredClone(credential),
      suite: await newSuite(),
      documentLoader,
    })) as JsonObject

    expect(await verify(issued)).toEqual({
      proof: { type, signer: { did: ISSUER, method: METHOD }, fault: undefined },
      contextFault: undefined,
      isRead: true,
      unsigned: [],
    })
    expect((await verify({ ...issued, id: 'urn:uuid:other' })).proof?.fault?.code).toBe('signature_invalid')
  })
})

describe('the credential of the contract', () => {
  it('holds there', async () => {
    const suite = new Ed25519Signature2018()
    expect(await vc.verifyCredential({ credential: SIGNED, suite, documentLoader })).toMatchObject({ verified: true })
  })
})
