// Proves docs/contract/exchange.md, Proofs: JWT, Proofs: keys, Holding.

import { describe, expect, it } from 'vitest'
import { HOLDER_SEED, ISSUER_SEED, SIGNED_DOCUMENTS } from '../../tests/vectors/presentation-vectors.ts'
import { keyOfMethod } from '../exchange/proofs/method-key.ts'
import { isSignatureValid } from './signature.ts'
import { didKeyMethodOf, didKeyOf, newSigningKey, secretBytesOf, signBytes, signingKeyFrom } from './signing-key.ts'
import type { SigningAlgorithm, SigningKeyKind } from './signing-key.ts'

const KINDS = ['Ed25519', 'P-256', 'P-384', 'secp256k1', 'RSA'] as const
const ALGORITHMS: readonly (readonly [SigningAlgorithm, SigningKeyKind, number])[] = [
  ['EdDSA', 'Ed25519', 64],
  ['ES256', 'P-256', 64],
  ['ES384', 'P-384', 96],
  ['ES256K', 'secp256k1', 64],
  ['RS256', 'RSA', 256],
  ['PS256', 'RSA', 256],
]
const KEYS = new Map(await Promise.all(KINDS.map(async (kind) => [kind, await newSigningKey(kind)] as const)))
const keyOf = (kind: SigningKeyKind) => KEYS.get(kind) ?? expect.unreachable()
const fromText = (text: string) => Buffer.from(text, 'base64url')
const message = Buffer.from('signed')

/** The test vectors of the did:key method, by their private keys. */
const PUBLISHED: readonly (readonly [SigningKeyKind, Uint8Array, string])[] = [
  ['Ed25519', new Uint8Array(32), 'did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp'],
  [
    'secp256k1',
    Buffer.from('9085d2bef69286a6cbb51623c8fa258629945cd55ca705cc4e66700396894e0c', 'hex'),
    'did:key:zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme',
  ],
  [
    'P-256',
    fromText('gPh-VvVS8MbvKQ9LSVVmfnxnKjHn4Tqj0bmbpehRlpc'),
    'did:key:zDnaerx9CtbPJ1q36T5Ln5wYt3MQYeGRG5ehnPAmxcf5mDZpv',
  ],
  [
    'P-384',
    fromText('hAyGZNj9031guBCdpAOaZkO-E5m-LKLYnMIq0-msrp8JLctseaOeNTHmP3uKVWwX'),
    'did:key:z82Lm1MpAkeJcix9K8TMiLd5NMAhnwkjjCBeWHXyu3U4oT2MVJJKXkcVBgjGhnLBn2Kaau9',
  ],
]

describe('didKeyOf', () => {
  it.each(PUBLISHED)('%s › is the published one', (kind, secret, did) => {
    expect(didKeyOf(signingKeyFrom(kind, secret))).toBe(did)
  })

  it('the keys of the contract › have its names', () => {
    const [issuer, holder] = [ISSUER_SEED, HOLDER_SEED].map((seed) => signingKeyFrom('Ed25519', seed))
    if (issuer === undefined || holder === undefined) throw new Error('two seeds make two keys')

    expect(didKeyOf(issuer)).toBe(SIGNED_DOCUMENTS[0].signer)
    expect(didKeyOf(holder)).toBe(SIGNED_DOCUMENTS[1].signer)
    expect(didKeyMethodOf(issuer)).toBe(SIGNED_DOCUMENTS[0].document.proof.verificationMethod)
  })

  it('RSA › begins as RSA keys of 2,048 bits do', () => {
    expect(didKeyOf(keyOf('RSA'))).toMatch(/^did:key:z4MX/)
  })
})

describe.each(KINDS)('a key of kind %s', (kind) => {
  it('comes back from its secret bytes', () => {
    const again = signingKeyFrom(kind, secretBytesOf(keyOf(kind)))

    expect(didKeyOf(again)).toBe(didKeyOf(keyOf(kind)))
    expect(Buffer.from(secretBytesOf(again))).toEqual(Buffer.from(secretBytesOf(keyOf(kind))))
  })

  it('is another one each time', async () => {
    expect(didKeyOf(await newSigningKey(kind))).not.toBe(didKeyOf(keyOf(kind)))
  })

  it('refuses bytes of another form', () => {
    for (const bytes of [new Uint8Array(), new Uint8Array(31), new Uint8Array(64).fill(0xff)]) {
      expect(() => signingKeyFrom(kind, bytes)).toThrow(expect.objectContaining({ code: 'signing_key_invalid' }))
    }
  })
})

it('an RSA key of 1,024 bits › is refused', async () => {
  const { generateKeyPairSync } = await import('node:crypto')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const weak = privateKey.export({ format: 'der', type: 'pkcs1' })

  expect(() => signingKeyFrom('RSA', weak)).toThrow(expect.objectContaining({ code: 'signing_key_invalid' }))
})

describe.each(ALGORITHMS)('%s', (algorithm, kind, length) => {
  it('signs what its public key confirms, and nothing else', () => {
    const key = keyOf(kind)
    const published = keyOfMethod({ publicKeyMultibase: didKeyOf(key).slice('did:key:'.length) }).key
    const signature = signBytes(key, algorithm, message)

    expect(signature).toHaveLength(length)
    expect(isSignatureValid(published, algorithm, { message, signature })).toBe(true)
    expect(isSignatureValid(published, algorithm, { message: Buffer.from('changed'), signature })).toBe(false)
  })

  it('is not made with keys of another kind', () => {
    for (const other of KINDS.filter((each) => each !== kind)) {
      expect(() => signBytes(keyOf(other), algorithm, message)).toThrow(
        expect.objectContaining({ code: 'signing_key_invalid' }),
      )
    }
  })
})

it('making an RSA key › leaves the thread free', async () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  for (let made = 0; made < 3; made += 1) await newSigningKey('RSA')
  clearInterval(timer)

  expect(turns).toBeGreaterThan(3)
})

it.each(['Ed25519', 'P-256', 'P-384', 'secp256k1', 'RSA'] as const)(
  '%s › a key stays whole when the bytes it was read from, or gave, are wiped',
  async (kind) => {
    const secret = Buffer.from(secretBytesOf(await newSigningKey(kind)))
    const key = signingKeyFrom(kind, secret)
    secret.fill(0)
    const given = secretBytesOf(key)
    const copy = Buffer.from(given)
    given.fill(0)

    expect(Buffer.from(secretBytesOf(key))).toEqual(copy)
  },
)
