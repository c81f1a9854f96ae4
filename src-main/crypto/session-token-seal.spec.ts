// Proves docs/contract/client-crypto.md, Envelope, What the service understands.

import { createRequire } from 'node:module'
import { constants, createPublicKey, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { KEY_PAIR_VECTOR } from '../../tests/vectors/sealed-format-vectors.ts'
import { newKeyPair, openSessionToken } from './key-pair.ts'
import { publicKeyFingerprint, readPublicKey, sealSessionToken } from './session-token-seal.ts'
import { newAccessToken } from './token.ts'

interface PublishedLibrary {
  decryptSerializedWithPrivateKey(sealed: {
    readonly privateKeyPem: string
    readonly serialized: string
  }): Promise<string>
}
// The published client's library has no usable ES module; its types describe an older TypeScript.
const published = createRequire(import.meta.url)('@meeco/cryppo') as PublishedLibrary

const rsa = rsaPair(2048)
const token = newAccessToken('vault')

describe('sealSessionToken › RSA', () => {
  it('has the published form', () => {
    expect(sealSessionToken(rsa.publicKey, token)).toMatch(/^Rsa2048\.[A-Za-z0-9_-]{342}==\.QQUAAAAA$/)
  })

  it('is readable with OAEP and SHA-1', () => {
    const box = Buffer.from(sealSessionToken(rsa.publicKey, token).split('.')[1] ?? '', 'base64url')
    const padding = constants.RSA_PKCS1_OAEP_PADDING

    expect(privateDecrypt({ key: rsa.privateKey, padding, oaepHash: 'sha1' }, box).toString()).toBe(token)
  })

  it('is readable by the published library', async () => {
    const serialized = sealSessionToken(rsa.publicKey, token)

    const opened = await published.decryptSerializedWithPrivateKey({ privateKeyPem: rsa.privateKey, serialized })

    expect(opened).toBe(token)
  })

  it('takes tokens up to what 2048 bits hold, and no longer', () => {
    expect(sealSessionToken(rsa.publicKey, 'x'.repeat(214))).toMatch(/^Rsa2048\./)
    expect(() => sealSessionToken(rsa.publicKey, 'x'.repeat(215))).toThrow(
      expect.objectContaining({ code: 'token_too_long' }),
    )
  })
})

describe('sealSessionToken › bundle', () => {
  it('opens with the key pair', () => {
    const pair = newKeyPair()

    expect(openSessionToken(pair, sealSessionToken(pair.publicKey, token))).toBe(token)
  })
})

describe('readPublicKey', () => {
  it('tells the families apart', () => {
    expect(readPublicKey(rsa.publicKey)).toMatchObject({ family: 'rsa', bits: 2048 })
    expect(readPublicKey(KEY_PAIR_VECTOR.publicKey)).toMatchObject({ family: 'bundle', kid: 'HC3CH2sxSVk' })
  })

  it.each([
    ['an RSA key of 1024 bits', rsaPair(1024).publicKey],
    ['a private RSA key', rsa.privateKey],
    ['an RSA key in PKCS#1 form', rsa.publicKey.replaceAll('PUBLIC KEY', 'RSA PUBLIC KEY')],
    ['an elliptic key', generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()],
    ['a key that the block does not hold', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n'],
    ['a key with something behind it', `${rsa.publicKey}${rsa.privateKey}`],
    ['two keys', `${rsa.publicKey}${rsa.publicKey}`],
    ['a damaged bundle', KEY_PAIR_VECTOR.publicKey.replace('0SRo', '0SRp')],
    ['an envelope that is not a bundle', KEY_PAIR_VECTOR.signature],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(() => readPublicKey(text)).toThrow(expect.objectContaining({ code: 'public_key_invalid' }))
  })

  it.each([
    ['an exponent that encrypts nothing', { e: 'AQ' }],
    ['more bits than anybody needs', { n: Buffer.alloc(1025, 0xff).toString('base64url') }],
  ])('refuses an RSA key with %s', (_, change) => {
    const { n = '', e = '' } = createPublicKey(rsa.publicKey).export({ format: 'jwk' })
    const key = createPublicKey({ key: { kty: 'RSA', n, e, ...change }, format: 'jwk' })
    const text = key.export({ type: 'spki', format: 'pem' }).toString()

    expect(() => readPublicKey(text)).toThrow(expect.objectContaining({ code: 'public_key_invalid' }))
  })
})

describe('publicKeyFingerprint', () => {
  it('is the same whatever line ends and blanks a PEM has', () => {
    const fingerprint = publicKeyFingerprint(rsa.publicKey)

    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/)
    expect(publicKeyFingerprint(rsa.publicKey.replaceAll('\n', '\r\n'))).toBe(fingerprint)
    expect(publicKeyFingerprint(rsa.publicKey.replaceAll('\n', '\r'))).toBe(fingerprint)
    expect(publicKeyFingerprint(rsa.publicKey.trimEnd())).toBe(fingerprint)
  })

  it('differs between keys of either family', () => {
    const keys = [rsa.publicKey, rsaPair(2048).publicKey, KEY_PAIR_VECTOR.publicKey, newKeyPair().publicKey]

    expect(new Set(keys.map(publicKeyFingerprint)).size).toBe(4)
  })

  it('refuses what is not a key', () => {
    expect(() => publicKeyFingerprint('auth')).toThrow(expect.objectContaining({ code: 'public_key_invalid' }))
  })
})

function rsaPair(modulusLength: number): { readonly publicKey: string; readonly privateKey: string } {
  return generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
}
