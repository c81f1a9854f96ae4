// Proves docs/contract/client-crypto.md, Envelope: contexts, Sharing.

import { describe, expect, it } from 'vitest'
import { KEY_PAIR_VECTOR, SEALED_VECTORS } from '../../tests/vectors/sealed-format-vectors.ts'
import { formatEnvelope } from './envelope.ts'
import { keyPairFromSeed, newKeyPair, readKeyBundle, sealTokenToBundle } from './key-pair.ts'
import { dataEncryptionKey, keyPairSeed } from './keys.ts'
import { openKeyWithPair, sealKeyToBundle } from './sealed-share-key.ts'
import { sodium } from './sodium.ts'

const pair = keyPairFromSeed(keyPairSeed(new Uint8Array(32).fill(KEY_PAIR_VECTOR.seedByte)))
const bundle = readKeyBundle(KEY_PAIR_VECTOR.publicKey)
const key = dataEncryptionKey(new Uint8Array(32).fill(SEALED_VECTORS.dataEncryptionKeyByte))
const recipientId = '7d1d4ab5-6cf8-4b2c-9c49-6a9d0fd3bd11'
const binding = { itemId: SEALED_VECTORS.itemId, recipientId }
const sealed = sealKeyToBundle(bundle, binding, key)

describe('sealKeyToBundle', () => {
  it('names the key pair', () => {
    expect(sealed).toMatch(/^pdv1\.bs\.dek\.HC3CH2sxSVk\./)
  })

  it('lays its content out as the contract says', () => {
    const box = Buffer.from(sealed.split('.')[4] ?? '', 'base64url')
    const content = Buffer.from(sodium.crypto_box_seal_open(box, pair.boxPublicKey, pair.boxPrivateKey))

    expect(content.toString('latin1')).toBe(`\u0001\u0001${'B'.repeat(32)}["${binding.itemId}","${recipientId}"]`)
  })
})

describe('openKeyWithPair', () => {
  it('gives back the key', () => {
    expect(openKeyWithPair(pair, binding, sealed)).toEqual({ key, itemId: binding.itemId })
  })

  it('gives back a key for several items, for each of them', () => {
    const forSeveral = sealKeyToBundle(bundle, { recipientId }, key)

    expect(openKeyWithPair(pair, binding, forSeveral)).toEqual({ key, itemId: null })
    expect(openKeyWithPair(pair, { ...binding, itemId: SEALED_VECTORS.slotId }, forSeveral)).toEqual({
      key,
      itemId: null,
    })
  })

  it.each([
    ['item', { ...binding, itemId: SEALED_VECTORS.slotId }, sealed],
    ['recipient', { ...binding, recipientId: SEALED_VECTORS.slotId }, sealed],
    [
      'recipient, for several items',
      { ...binding, recipientId: SEALED_VECTORS.slotId },
      sealKeyToBundle(bundle, { recipientId }, key),
    ],
  ])('refuses a key for another %s', (_, other, envelope) => {
    expect(() => openKeyWithPair(pair, other, envelope)).toThrow(expect.objectContaining({ code: 'cannot_open' }))
  })

  it.each([
    ['another kind of key', `\u0001\u0002${'B'.repeat(32)}${JSON.stringify([binding.itemId, recipientId])}`],
    ['another layout', `\u0002\u0001${'B'.repeat(32)}${JSON.stringify([binding.itemId, recipientId])}`],
    ['a short key', `\u0001\u0001${'B'.repeat(31)}${JSON.stringify([binding.itemId, recipientId])}`],
    ['no bound strings', `\u0001\u0001${'B'.repeat(32)}`],
    ['nothing', ''],
  ])('refuses %s', (_, content) => {
    const box = sodium.crypto_box_seal(Buffer.from(content, 'latin1'), bundle.boxPublicKey)
    const envelope = formatEnvelope({ alg: 'bs', ctx: 'dek', kid: bundle.kid }, box)

    expect(() => openKeyWithPair(pair, binding, envelope)).toThrow(expect.objectContaining({ code: 'cannot_open' }))
  })

  it('refuses every single changed byte', () => {
    const box = Buffer.from(sealed.split('.')[4] ?? '', 'base64url')

    for (const index of box.keys()) {
      const changed = Buffer.from(box)
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
      const envelope = sealed.split('.').with(4, changed.toString('base64url')).join('.')
      expect(() => openKeyWithPair(pair, binding, envelope)).toThrow(expect.objectContaining({ code: 'cannot_open' }))
    }
  })

  it('refuses what was sealed to another pair, also under a forged identifier', () => {
    const other = newKeyPair()

    expect(() => openKeyWithPair(other, binding, sealed)).toThrow(expect.objectContaining({ code: 'wrong_key' }))
    expect(() => openKeyWithPair(other, binding, sealed.replace(pair.kid, other.kid))).toThrow(
      expect.objectContaining({ code: 'cannot_open' }),
    )
  })

  it.each([
    ['a session token', sealTokenToBundle(bundle, 'v_token')],
    ['a session token that is renamed', sealTokenToBundle(bundle, 'v_token').replace('.tok.', '.dek.')],
    ['a newer version', sealed.replace('pdv1', 'pdv2')],
  ])('refuses %s', (_, envelope) => {
    expect(() => openKeyWithPair(pair, binding, envelope)).toThrow(expect.objectContaining({ name: 'CryptoError' }))
  })
})
