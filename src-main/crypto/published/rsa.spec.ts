// Proves docs/contract/client-crypto.md, Published format: to a public key.

import { beforeAll, describe, expect, it } from 'vitest'
import { newDataEncryptionKey } from '../keys.ts'
import { readPublicKey } from '../session-token-seal.ts'
import type { RsaKeyPair } from './rsa.ts'
import { newRsaKeyPair, openWithRsa, privateKeyPem, readRsaKeyPair, sealToRsa } from './rsa.ts'

const SMALL_KEY_BITS = 2048
const key = newDataEncryptionKey()
let pair: RsaKeyPair
let other: RsaKeyPair

beforeAll(async () => {
  pair = await newRsaKeyPair(SMALL_KEY_BITS)
  other = await newRsaKeyPair(SMALL_KEY_BITS)
})

describe('newRsaKeyPair', () => {
  it('writes the only PEM forms that published clients take', () => {
    expect(pair.publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----\n/)
    expect(privateKeyPem(pair)).toMatch(/^-----BEGIN RSA PRIVATE KEY-----\n/)
  })
})

describe('sealToRsa', () => {
  it('has the published form and never repeats itself', () => {
    expect(sealed()).toMatch(/^Rsa2048\.[A-Za-z0-9_-]{342}==\.QQUAAAAA$/)
    expect(sealed()).not.toBe(sealed())
  })
})

describe('openWithRsa', () => {
  it('gives back the bytes', () => {
    expect(Buffer.from(openWithRsa(pair.privateKey, sealed())).equals(key)).toBe(true)
  })

  it('does not read the third part', () => {
    const older = sealed().replace('QQUAAAAA', Buffer.from('--- {}\n').toString('base64url'))

    expect(Buffer.from(openWithRsa(pair.privateKey, older)).equals(key)).toBe(true)
  })

  it.each([
    ['another key pair', () => openWithRsa(other.privateKey, sealed()), 'cannot_open'],
    ['a changed byte', () => openWithRsa(pair.privateKey, changed(sealed())), 'cannot_open'],
    ['a box cut short', () => openWithRsa(pair.privateKey, 'Rsa2048.AAAA.QQUAAAAA'), 'cannot_open'],
    ['a missing part', () => openWithRsa(pair.privateKey, 'Rsa2048.AAAA'), 'malformed_envelope'],
    ['another name', () => openWithRsa(pair.privateKey, 'Dsa2048.AAAA.QQUAAAAA'), 'malformed_envelope'],
    ['a part that is not Base64', () => openWithRsa(pair.privateKey, 'Rsa2048.A.QQUAAAAA'), 'malformed_envelope'],
    ['nothing', () => openWithRsa(pair.privateKey, ''), 'malformed_envelope'],
  ])('refuses %s', (_, open, code) => {
    expect(open).toThrow(expect.objectContaining({ code }))
  })
})

describe('readRsaKeyPair', () => {
  it.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR', '\r'],
  ])('takes PEM text with line ends %s and keeps the public one as it is', (_, lineEnd) => {
    const [publicKey, privateKey] = [pair.publicKey, privateKeyPem(pair)].map((pem) => pem.replaceAll('\n', lineEnd))

    const read = readRsaKeyPair(publicKey ?? '', privateKey ?? '')

    expect(read.publicKey).toBe(publicKey)
    expect(read.privateKey.equals(pair.privateKey)).toBe(true)
  })

  it('refuses halves of two pairs', () => {
    expect(() => readRsaKeyPair(pair.publicKey, privateKeyPem(other))).toThrow(
      expect.objectContaining({ code: 'wrong_key' }),
    )
  })

  it('refuses a private key in another form', () => {
    const pkcs8 = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

    expect(() => readRsaKeyPair(pair.publicKey, pkcs8)).toThrow(expect.objectContaining({ code: 'key_invalid' }))
  })
})

function sealed(): string {
  const publicKey = readPublicKey(pair.publicKey)
  if (publicKey.family !== 'rsa') throw new Error('not an RSA key')
  return sealToRsa(publicKey.key, publicKey.bits, key)
}

function changed(text: string): string {
  return text.replace(/\.(.)/, (_, first: string) => `.${first === 'A' ? 'B' : 'A'}`)
}
