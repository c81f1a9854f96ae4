// Proves docs/contract/client-crypto.md, Agents.

import { describe, expect, it } from 'vitest'
import { formatEnvelope } from './envelope.ts'
import { newConnectionKeyPair } from './connection-key-pair.ts'
import { newKeyPair } from './key-pair.ts'
import { dataEncryptionKey, keyPairSeed, newDataEncryptionKey } from './keys.ts'
import {
  formatDataEncryptionKey,
  formatPrivateKey,
  parseDataEncryptionKey,
  parsePrivateKey,
} from './private-key-text.ts'
import { newRsaKeyPair } from './published/rsa.ts'

const CHECKED_SEED = keyPairSeed(new Uint8Array(32).fill(0x51))

describe('the text of a private key', () => {
  it.each(['pdv1', 'published'] as const)('of the %s family reads as the same key pair', async (format) => {
    const pair = format === 'pdv1' ? await newConnectionKeyPair(format) : await newRsaKeyPair(2048)

    const read = parsePrivateKey(formatPrivateKey(pair))

    expect(read.publicKey).toBe(pair.publicKey)
    expect(formatPrivateKey(read)).toBe(formatPrivateKey(pair))
  })

  it('names the public bundle of its seed', () => {
    const text = `pdv1.rk.kp.HC3CH2sxSVk.${Buffer.from(CHECKED_SEED).toString('base64url')}`

    expect(formatPrivateKey(parsePrivateKey(text))).toBe(text)
  })

  it('is refused when it is no key, another kind of key, or not the key it names', () => {
    const { kid } = newKeyPair()
    const other = formatEnvelope({ alg: 'rk', ctx: 'kp', kid }, CHECKED_SEED)
    const short = formatEnvelope({ alg: 'rk', ctx: 'kp', kid }, new Uint8Array(16))

    expect(() => parsePrivateKey(other)).toThrow(expect.objectContaining({ code: 'wrong_key' }))
    expect(() => parsePrivateKey('pdv2.rk.kp.-.AAAA')).toThrow(expect.objectContaining({ code: 'unsupported_version' }))
    for (const text of ['', 'x', short, formatDataEncryptionKey(newDataEncryptionKey()), newKeyPair().publicKey]) {
      expect(() => parsePrivateKey(text)).toThrow(expect.objectContaining({ code: 'key_invalid' }))
    }
  })
})

describe('the text of a data encryption key', () => {
  it('reads as the same key', () => {
    const key = newDataEncryptionKey()

    expect([...parseDataEncryptionKey(formatDataEncryptionKey(key))]).toEqual([...key])
  })

  it('is refused when it is no key, a key pair, or not the key it names', () => {
    const key = dataEncryptionKey(new Uint8Array(32).fill(0x42))
    const renamed = formatDataEncryptionKey(key).replace('ZzlwAvNgP9Y', 'ZzlwAvNgP9Z')

    expect(() => parseDataEncryptionKey(renamed)).toThrow(expect.objectContaining({ code: 'wrong_key' }))
    for (const text of ['', formatPrivateKey(newKeyPair())]) {
      expect(() => parseDataEncryptionKey(text)).toThrow(expect.objectContaining({ code: 'key_invalid' }))
    }
  })
})
