// Proves docs/contract/exchange.md, Proofs: keys.

import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { decodeBase58, encodeBase58 } from '../../crypto/base58.ts'
import { findVerificationMethod } from './verification-method.ts'

const NO_DIDS = { find: () => undefined }
const DID = 'did:web:issuer.example'
const ED25519 = 'z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX'
const BASE58 = encodeBase58(decodeBase58(ED25519.slice(1)).subarray(2))
const P256 = 'zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169'

const aMethod = (members: JsonObject = {}): JsonObject => ({
  id: `${DID}#1`,
  type: 'Multikey',
  controller: DID,
  publicKeyMultibase: ED25519,
  ...members,
})

const aDocument = (members: JsonObject = {}): JsonObject => ({
  id: DID,
  verificationMethod: [aMethod()],
  assertionMethod: ['#1'],
  ...members,
})

const find = (reference: unknown, document: JsonObject = aDocument()) =>
  findVerificationMethod(reference, ['assertionMethod'], { find: (did) => (did === DID ? document : undefined) })
const findIn = (members: JsonObject) => find(`${DID}#1`, aDocument({ verificationMethod: [aMethod(members)] }))
const faultWith = (code: string) => expect.objectContaining({ code }) as Error

describe('did:key', () => {
  // Published examples: did:key method specification, 2 and "Test vectors"; RSA of 2,048 bits among them.
  it.each([
    ['Ed25519', 'z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp'],
    ['P-256', P256],
    ['P-256', 'zDnaerx9CtbPJ1q36T5Ln5wYt3MQYeGRG5ehnPAmxcf5mDZpv'],
    ['P-384', 'z82Lm1MpAkeJcix9K8TMiLd5NMAhnwkjjCBeWHXyu3U4oT2MVJJKXkcVBgjGhnLBn2Kaau9'],
    ['secp256k1', 'zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme'],
    [
      'RSA',
      'z4MXj1wBzi9jUstyPMS4jQqB6KdJaiatPkAtVtGc6bQEQEEsKTic4G7Rou3iBf9vPmT5dbkm9qsZsuVNjq8HCuW1w24nhBFGkRE4cd2Uf2tfrB3N7h4mnyPp1BF3ZttHTYv3DLUPi1zMdkULiow3M1GfXkoC6DoxDUm1jmN6GBj22SjVsr6dxezRVQc7aj9TxE7JLbMH1wh5X3kA58H3DFW8rnYMakFGbca5CB2Jf6CnGQZmL7o5uJAdTwXfy2iiiyPxXEGerMhHwhjTA1mKYobyk2CpeEcmvynADfNZ5MBvcCS7m3XkFCMNUYBS9NQ3fze6vMSUPsNa6GVYmKx2x6JrdEjCk3qRMMmyjnjCMfR4pXbRMZa3i',
    ],
  ])('%s %s › is read', (kind, text) => {
    const method = findVerificationMethod(`did:key:${text}#${text}`, ['assertionMethod'], NO_DIDS)

    expect(method).toMatchObject({ did: `did:key:${text}`, id: `did:key:${text}#${text}`, key: { kind } })
  })

  it.each([
    ['another fragment', `did:key:${ED25519}#${P256}`],
    ['X25519', 'did:key:z6LSbysY2xFMRpGMhb7tFTLMpeuPRaqaWM1yECx2AtzE3KCc'],
    ['no base58', 'did:key:z0OIl'],
    ['nothing', 'did:key:z'],
    ['a path', `did:key:${ED25519}/a`],
    ['two fragments', `did:key:${ED25519}#a#b`],
    ['no text', 7],
    ['an object without id', { publicKeyMultibase: ED25519 }],
  ])('%s › has no key', (_name, reference) => {
    expect(() => findVerificationMethod(reference, ['assertionMethod'], NO_DIDS)).toThrow(faultWith('key_unresolved'))
  })
})

describe('a registered document', () => {
  it.each([
    ['by its URL', `${DID}#1`],
    ['by an object, of which the id counts', { id: `${DID}#1`, publicKeyMultibase: P256 }],
    ['by the DID, when one method fits', DID],
  ])('is found %s', (_name, reference) => {
    expect(find(reference)).toMatchObject({ did: DID, id: `${DID}#1`, key: { kind: 'Ed25519' } })
  })

  it('that nobody imported › is named, and what to import', () => {
    expect(() => findVerificationMethod(`${DID}#1`, ['assertionMethod'], NO_DIDS)).toThrow(
      `no document of ${DID} is registered here: import its DID document`,
    )
  })

  it('comes before what the DID itself contains', () => {
    const did = `did:key:${ED25519}`
    const document = { id: did, verificationMethod: [], assertionMethod: [] }
    expect(() => findVerificationMethod(did, ['assertionMethod'], { find: () => document })).toThrow(
      faultWith('key_unresolved'),
    )
  })

  it('may hold the method where it is used', () => {
    const document = aDocument({ verificationMethod: [], assertionMethod: [aMethod({ id: '#1' })] })
    expect(find(`${DID}#1`, document)).toMatchObject({ key: { kind: 'Ed25519' } })
  })

  it.each<[string, JsonObject, string]>([
    ['listed for something else', { assertionMethod: [], authentication: ['#1'] }, 'proof_purpose_invalid'],
    ['of another DID', { id: 'did:web:other.example' }, 'key_unresolved'],
    ['without the method', { verificationMethod: [] }, 'key_unresolved'],
    ['whose key another controls', { verificationMethod: [aMethod({ controller: 'did:web:x' })] }, 'key_unresolved'],
    ['whose key is revoked', { verificationMethod: [aMethod({ revoked: '2026-01-01' })] }, 'key_unresolved'],
  ])('%s › is refused', (_name, members, code) => {
    expect(() => find(`${DID}#1`, aDocument(members))).toThrow(faultWith(code))
  })

  it('a DID with two fitting methods › names none of them', () => {
    const second = aMethod({ id: `${DID}#2` })
    const document = aDocument({ verificationMethod: [aMethod(), second], assertionMethod: ['#1', '#2'] })
    expect(() => find(DID, document)).toThrow(faultWith('key_unresolved'))
  })

  const none = { publicKeyMultibase: undefined }
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const without = ({ publicKeyMultibase: _key, ...method }: JsonObject, members: JsonObject) => ({
    ...method,
    ...members,
  })

  it.each<[string, JsonObject]>([
    ['base58', { type: 'Ed25519VerificationKey2018', publicKeyBase58: BASE58 }],
    ['JWK', { publicKeyJwk: publicKey.export({ format: 'jwk' }) }],
    ['PEM', { publicKeyPem: publicKey.export({ format: 'pem', type: 'spki' }) }],
  ])('a key as %s › is read', (_name, members) => {
    const document = aDocument({ verificationMethod: [without(aMethod(), members)] })
    expect(find(`${DID}#1`, document).key.kind).toMatch(/Ed25519|P-256/)
  })

  it.each<[string, JsonObject]>([
    ['in two forms', { publicKeyBase58: BASE58 }],
    ['not a text', none],
    ['a JWK that is no object', { publicKeyMultibase: 5 }],
  ])('a key %s › is refused', (_name, members) => {
    expect(() => findIn(members)).toThrow(faultWith('key_unresolved'))
  })
})
