import { describe, expect, it } from 'vitest'
import { ACCOUNT_VECTOR, KEY_PAIR_VECTOR, SEALED_VECTORS } from '../../tests/vectors/sealed-format-vectors.ts'
import { keyPairFromSeed, newKeyPair } from './key-pair.ts'
import {
  unwrapDataEncryptionKey,
  unwrapKeyEncryptionKey,
  unwrapKeyPair,
  wrapDataEncryptionKey,
  wrapKeyEncryptionKey,
  wrapKeyPair,
} from './key-wrap.ts'
import { dataEncryptionKey, keyEncryptionKey, keyPairSeed, newKeyEncryptionKey, passphraseDerivedKey } from './keys.ts'

const filled = (byte: number) => new Uint8Array(32).fill(byte)
const fixedNonce = (length: number) => new Uint8Array(length).fill(SEALED_VECTORS.nonceByte)
const pdk = passphraseDerivedKey(Buffer.from(ACCOUNT_VECTOR.passphraseDerivedKey, 'hex'))
const kek = keyEncryptionKey(filled(SEALED_VECTORS.keyEncryptionKeyByte))
const dek = dataEncryptionKey(filled(SEALED_VECTORS.dataEncryptionKeyByte))
const pair = keyPairFromSeed(keyPairSeed(filled(KEY_PAIR_VECTOR.seedByte)))

describe('key encryption key', () => {
  it('matches the worked example', () => {
    expect(wrapKeyEncryptionKey(pdk, ACCOUNT_VECTOR.username, kek, fixedNonce)).toBe(
      SEALED_VECTORS.wrappedKeyEncryptionKey,
    )
  })

  it('comes back from its wrap', () => {
    const opened = unwrapKeyEncryptionKey(pdk, ACCOUNT_VECTOR.username, SEALED_VECTORS.wrappedKeyEncryptionKey)

    expect(Buffer.from(opened)).toEqual(Buffer.from(kek))
  })

  it('does not open for another user', () => {
    expect(() => unwrapKeyEncryptionKey(pdk, 'somebody', SEALED_VECTORS.wrappedKeyEncryptionKey)).toThrow(
      expect.objectContaining({ code: 'cannot_open' }),
    )
  })

  it('does not open with the key of another passphrase', () => {
    const other = passphraseDerivedKey(filled(1))

    expect(() =>
      unwrapKeyEncryptionKey(other, ACCOUNT_VECTOR.username, SEALED_VECTORS.wrappedKeyEncryptionKey),
    ).toThrow(expect.objectContaining({ code: 'wrong_key' }))
  })
})

describe('data encryption key', () => {
  it('matches the worked example', () => {
    expect(wrapDataEncryptionKey(kek, 'private', dek, fixedNonce)).toBe(SEALED_VECTORS.wrappedDataEncryptionKey)
  })

  it('comes back from its wrap', () => {
    const opened = unwrapDataEncryptionKey(kek, 'private', SEALED_VECTORS.wrappedDataEncryptionKey)

    expect(Buffer.from(opened)).toEqual(Buffer.from(dek))
  })

  it('does not open for another purpose', () => {
    expect(() => unwrapDataEncryptionKey(kek, 'agent', SEALED_VECTORS.wrappedDataEncryptionKey)).toThrow(
      expect.objectContaining({ code: 'cannot_open' }),
    )
  })

  it('does not open as a key of another kind', () => {
    expect(() => unwrapDataEncryptionKey(kek, 'private', KEY_PAIR_VECTOR.wrappedSeed)).toThrow(
      expect.objectContaining({ code: 'malformed_envelope' }),
    )
  })
})

describe('key pair', () => {
  it('matches the worked example', () => {
    expect(wrapKeyPair(kek, pair, fixedNonce)).toBe(KEY_PAIR_VECTOR.wrappedSeed)
  })

  it('comes back from its wrap', () => {
    expect(unwrapKeyPair(kek, KEY_PAIR_VECTOR.publicKey, KEY_PAIR_VECTOR.wrappedSeed)).toEqual(pair)
  })

  it('does not open beside another public key', () => {
    expect(() => unwrapKeyPair(kek, newKeyPair().publicKey, KEY_PAIR_VECTOR.wrappedSeed)).toThrow(
      expect.objectContaining({ code: 'cannot_open' }),
    )
  })

  it('does not open when the wrapped half makes another public key', () => {
    const stranger = newKeyPair()
    const mixed = wrapKeyPair(kek, { ...stranger, kid: pair.kid })

    expect(() => unwrapKeyPair(kek, pair.publicKey, mixed)).toThrow(expect.objectContaining({ code: 'wrong_key' }))
  })

  it('does not open with another key encryption key', () => {
    expect(() => unwrapKeyPair(newKeyEncryptionKey(), KEY_PAIR_VECTOR.publicKey, KEY_PAIR_VECTOR.wrappedSeed)).toThrow(
      expect.objectContaining({ code: 'wrong_key' }),
    )
  })
})
