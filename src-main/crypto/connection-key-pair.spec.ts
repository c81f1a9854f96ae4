// Proves docs/contract/client-crypto.md, Envelope: contexts, Key pairs, Connecting, Agents, Between the formats.

import { beforeAll, describe, expect, it } from 'vitest'
import {
  formatOfPublicKey,
  newConnectionKeyPair,
  openSealedToken,
  unwrapConnectionKeyPair,
  wipeConnectionKeyPair,
  wrapConnectionKeyPair,
} from './connection-key-pair.ts'
import { sealBound } from './bound-aead.ts'
import { CryptoError } from './crypto-error.ts'
import { newKeyPair } from './key-pair.ts'
import { newKeyEncryptionKey } from './keys.ts'
import type { RsaKeyPair } from './published/rsa.ts'
import { newRsaKeyPair } from './published/rsa.ts'
import { randomBytes } from './random.ts'
import { publicKeyFingerprint, sealSessionToken } from './session-token-seal.ts'

const SMALL_KEY_BITS = 2048
const kek = newKeyEncryptionKey()
const owner = { keyEncryptionKey: kek }
const ours = newKeyPair()
let rsa: RsaKeyPair
let otherRsa: RsaKeyPair

beforeAll(async () => {
  rsa = await newRsaKeyPair(SMALL_KEY_BITS)
  otherRsa = await newRsaKeyPair(SMALL_KEY_BITS)
})

describe('newConnectionKeyPair', () => {
  it('makes a bundle of ours', async () => {
    expect(formatOfPublicKey((await newConnectionKeyPair('pdv1')).publicKey)).toBe('pdv1')
  })

  it('makes RSA keys of 4096 bit without blocking this thread', async () => {
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
    }, 5)

    const pair = await newConnectionKeyPair('published')

    clearInterval(timer)
    expect(formatOfPublicKey(pair.publicKey)).toBe('published')
    expect((pair as RsaKeyPair).privateKey.asymmetricKeyDetails?.modulusLength).toBe(4096)
    expect(ticks).toBeGreaterThan(0)
  })
})

describe('wrapConnectionKeyPair', () => {
  it('wraps a seed or PEM text', () => {
    expect(wrapConnectionKeyPair(owner, ours)).toMatch(/^pdv1\.xc\.kp\./)
    expect(wrapConnectionKeyPair(owner, rsa)).toMatch(/^pdv1\.xc\.pem\./)
  })
})

describe('unwrapConnectionKeyPair', () => {
  it('gives back either pair', () => {
    expect(unwrapConnectionKeyPair(kek, ours.publicKey, wrapConnectionKeyPair(owner, ours))).toEqual(ours)

    const opened = unwrapConnectionKeyPair(kek, rsa.publicKey, wrapConnectionKeyPair(owner, rsa)) as RsaKeyPair
    expect(opened.publicKey).toBe(rsa.publicKey)
    expect(opened.privateKey.equals(rsa.privateKey)).toBe(true)
  })

  it('refuses the private key of another connection', () => {
    const wrapped = wrapConnectionKeyPair(owner, otherRsa)

    expect(() => unwrapConnectionKeyPair(kek, rsa.publicKey, wrapped)).toThrow(
      expect.objectContaining({ code: 'cannot_open' }),
    )
  })

  it('refuses a private key that is bound to the public key and does not belong to it', () => {
    const mixed = { publicKey: rsa.publicKey, privateKey: otherRsa.privateKey }
    const wrapped = wrapConnectionKeyPair(owner, mixed)

    expect(() => unwrapConnectionKeyPair(kek, rsa.publicKey, wrapped)).toThrow(
      expect.objectContaining({ code: 'wrong_key' }),
    )
  })

  it.each([
    ['text', 'no key'],
    ['an empty block', '-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n'],
    ['another form', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'],
  ])('refuses %s where the private key should be', (_, content) => {
    const binding = { key: kek, ctx: 'pem', bound: [publicKeyFingerprint(rsa.publicKey)] }
    const wrapped = sealBound(binding, Buffer.from(content), randomBytes)

    expect(() => unwrapConnectionKeyPair(kek, rsa.publicKey, wrapped)).toThrow(
      expect.objectContaining({ code: 'key_invalid' }),
    )
  })

  it.each([
    ['another user', () => unwrapConnectionKeyPair(newKeyEncryptionKey(), rsa.publicKey, wrapped()), 'wrong_key'],
    [
      'a seed',
      () => unwrapConnectionKeyPair(kek, rsa.publicKey, wrapConnectionKeyPair(owner, ours)),
      'malformed_envelope',
    ],
    ['a PEM text', () => unwrapConnectionKeyPair(kek, ours.publicKey, wrapped()), 'malformed_envelope'],
    ['a changed byte', () => unwrapConnectionKeyPair(kek, rsa.publicKey, changed(wrapped())), 'cannot_open'],
    ['no public key', () => unwrapConnectionKeyPair(kek, 'key', wrapped()), 'public_key_invalid'],
  ])('refuses %s', (_, unwrap, code) => {
    expect(unwrap).toThrow(expect.objectContaining({ code }))
  })
})

describe('wipeConnectionKeyPair', () => {
  it('leaves no private bytes of a pair of ours', () => {
    const used = newKeyPair()

    wipeConnectionKeyPair(used)

    expect([...used.seed, ...used.boxPrivateKey, ...used.signPrivateKey].every((byte) => byte === 0)).toBe(true)
  })
})

function wrapped(): string {
  return wrapConnectionKeyPair(owner, rsa)
}

function changed(text: string): string {
  return text.slice(0, -2) + (text.endsWith('AA') ? 'BA' : 'AA')
}

describe('openSealedToken', () => {
  it('opens what was sealed to the public key, of either family', () => {
    for (const pair of [ours, rsa]) expect(openSealedToken(pair, sealSessionToken(pair.publicKey, 'v_x'))).toBe('v_x')
  })

  it('refuses what was sealed to another key', () => {
    const pairs = [ours, rsa, otherRsa, newKeyPair()]
    for (const [index, pair] of pairs.entries()) {
      const other = pairs[(index + 1) % pairs.length] ?? ours
      expect(() => openSealedToken(pair, sealSessionToken(other.publicKey, 'v_x'))).toThrow(CryptoError)
    }
  })
})
