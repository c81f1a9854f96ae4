// Proves docs/contract/client-crypto.md, Keys, Envelope: contexts, Keys made anew.

import { describe, expect, it } from 'vitest'
import { ACCOUNT_VECTOR, KEY_PAIR_VECTOR, SEALED_VECTORS } from '../../tests/vectors/sealed-format-vectors.ts'
import { unwrapConnectionKeyPair, wrapConnectionKeyPair } from './connection-key-pair.ts'
import { keyPairFromSeed, newKeyPair } from './key-pair.ts'
import {
  placesOfKeyPair,
  rewrap,
  unwrapDataEncryptionKey,
  unwrapKeyEncryptionKey,
  unwrapKeyPair,
  wrapDataEncryptionKey,
  wrapKeyEncryptionKey,
  wrapKeyPair,
} from './key-wrap.ts'
import { dataEncryptionKey, keyEncryptionKey, keyPairSeed, newKeyEncryptionKey, passphraseDerivedKey } from './keys.ts'
import { openAesGcm, sealAesGcm } from './published/aes-gcm.ts'
import { newRsaKeyPair } from './published/rsa.ts'

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

describe('rewrap', () => {
  const change = { former: newKeyEncryptionKey(), renewed: newKeyEncryptionKey() }
  const purposes = [
    { ctx: 'dek', bound: ['private'], renewedBound: ['former'] },
    { ctx: 'dek', bound: ['agent'] },
  ]

  it('binds a data encryption key to what its place says from then on', () => {
    const again = (purpose: string) =>
      rewrap(change, wrapDataEncryptionKey(change.former, purpose, dek), purposes) ?? ''

    expect(unwrapDataEncryptionKey(change.renewed, 'former', again('private'))).toEqual(dek)
    expect(unwrapDataEncryptionKey(change.renewed, 'agent', again('agent'))).toEqual(dek)
    expect(() => unwrapDataEncryptionKey(change.former, 'agent', again('agent'))).toThrow(withCode('wrong_key'))
  })

  it('answers nothing for a key whose place is not among those given', () => {
    const other = wrapDataEncryptionKey(change.former, 'of another program', dek)
    expect(rewrap(change, other, purposes)).toBeUndefined()
  })

  it.each(['pdv1', 'published'] as const)('takes key pairs of the %s form along', async (format) => {
    const made = format === 'pdv1' ? newKeyPair() : await newRsaKeyPair(2048)
    const places = placesOfKeyPair(made.publicKey)
    const again = rewrap(change, wrapConnectionKeyPair({ keyEncryptionKey: change.former }, made), places) ?? ''

    const opened = unwrapConnectionKeyPair(change.renewed, made.publicKey, again)
    expect(opened.publicKey).toBe(made.publicKey)
    expect(() => unwrapConnectionKeyPair(change.former, made.publicKey, again)).toThrow(withCode('wrong_key'))
  })

  it('takes along what a published client wrapped', () => {
    const again = rewrap(change, sealAesGcm(dataEncryptionKey(change.former), dek), []) ?? ''
    expect([...openAesGcm(dataEncryptionKey(change.renewed), again)]).toEqual([...dek])
  })

  it.each([
    ['of another key', wrapDataEncryptionKey(kek, 'private', dek)],
    ['of another key, in the published form', sealAesGcm(dataEncryptionKey(kek), dek)],
    ['that is none of ours', 'Rsa4096.c2VhbGVk.QQUAAAAA'],
  ])('leaves an envelope %s as it is', (_, envelope) => {
    expect(rewrap(change, envelope, purposes)).toBe(envelope)
  })
})

const withCode = (code: string) => expect.objectContaining({ code }) as unknown as Error
