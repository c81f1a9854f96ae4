// Proves docs/contract/client-crypto.md, Two formats, Key pairs, Published format: proof of a value, Proof of a
// value, Making items, Passing on, Telling formats apart.

import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { isCipherText } from '../../shared/contract/cipher-text.ts'
import type { ConnectionKeyPair, ShareFormat } from './connection-key-pair.ts'
import { newKeyPair } from './key-pair.ts'
import { newVerificationKey } from './keys.ts'
import { newRsaKeyPair } from './published/rsa.ts'
import type { ShareKey } from './share-format.ts'
import {
  hashValue,
  isPassphraseLocked,
  lockShareKey,
  newShareKey,
  openShareKey,
  openShareValue,
  openVerificationKey,
  sealOwnValue,
  sealReceivedValue,
  sealShareKey,
  unlockShareKey,
  verifyValue,
  wipeShareKey,
} from './share-format.ts'

const FORMATS: readonly ShareFormat[] = ['pdv1', 'published']
const SMALL_KEY_BITS = 2048
const SMALL_COST = { opsLimit: 1, memoryKib: 8 }

const itemId = '049740cb-ad1f-43d9-9254-ae25eba30f47'
const slotId = 'ce9d89f8-a50a-486a-b007-d1cb006ee157'
const recipientId = '7d1d4ab5-6cf8-4b2c-9c49-6a9d0fd3bd11'
const place = { itemId, slotId }
const binding = { itemId, recipientId }

const pairs = new Map<ShareFormat, ConnectionKeyPair>()
const keys = { pdv1: newShareKey('pdv1'), published: newShareKey('published') }

beforeAll(async () => {
  pairs.set('pdv1', newKeyPair())
  pairs.set('published', await newRsaKeyPair(SMALL_KEY_BITS))
})

describe.each(FORMATS)('a share in the format %s', (format) => {
  const shareKey = keys[format]

  it('opens with the recipient’s key pair', () => {
    const received = openShareKey(pairOf(format), sealTo(format, shareKey), binding)

    expect(received).toMatchObject(named(shareKey))
  })

  it('opens with its passphrase, however typed', async () => {
    const locked = await lockShareKey(shareKey, 'K7QF-2M9T-XD4R-8WPA', { cost: SMALL_COST })

    expect(isPassphraseLocked(locked)).toBe(true)
    expect(await unlockShareKey('K7QF-2M9T-XD4R-8WPA', locked)).toMatchObject(named(shareKey))
    expect(await unlockShareKey('k7qf 2m9t xd4r 8wpa', locked)).toMatchObject(named(shareKey))
    await expect(unlockShareKey('K7QF-2M9T-XD4R-8WPB', locked)).rejects.toMatchObject({ code: 'cannot_open' })
  })

  it('has the shapes that the service takes', async () => {
    const locked = await lockShareKey(shareKey, 'K7QF-2M9T-XD4R-8WPA', { cost: SMALL_COST })
    const value = sealOwnValue(shareKey, place, 'BMW')
    const texts = [
      locked,
      sealTo(format, shareKey),
      value?.encrypted_value ?? '',
      value?.encrypted_value_verification_key ?? '',
    ]

    expect(texts.filter((text) => !isCipherText(text))).toEqual([])
  })

  it('tells a sealed key from a locked one', () => {
    expect(isPassphraseLocked(sealTo(format, shareKey))).toBe(false)
  })

  it('gives back any value, verified', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 100 }), (value) => {
        expect(receive(shareKey, sealOwnValue(shareKey, place, value))).toEqual({ value, check: 'verified' })
      }),
    )
  })

  it('has nothing to share of empty text', () => {
    expect(sealOwnValue(shareKey, place, '')).toBeUndefined()
    expect(sealReceivedValue(shareKey, place, { value: '', verificationKey: newVerificationKey(format) })).toBe(
      undefined,
    )
  })

  it('never uses a verification key twice', () => {
    const hashes = [1, 2].map(() => sealOwnValue(shareKey, place, 'BMW')?.value_verification_hash)

    expect(hashes[0]).not.toBe(hashes[1])
  })

  it('leaves the owner’s hash to the service when passed on', () => {
    const verificationKey = newVerificationKey(format)
    const hash = hashValue(format, verificationKey, place, 'BMW')
    const passedOn = sealReceivedValue(shareKey, place, { value: 'BMW', verificationKey })

    expect(passedOn?.value_verification_hash).toBeNull()
    expect(receive(shareKey, passedOn, hash)).toEqual({ value: 'BMW', check: 'verified' })
  })

  it('is wiped', () => {
    const used = newShareKey(format)

    wipeShareKey(used)

    expect(used.key.every((byte) => byte === 0)).toBe(true)
  })

  it.each([
    ['a value', 'pdv2.xc.sh.ZzlwAvNgP9Y.JCQk', 'unsupported_version'],
    ['a value', 'clear text', 'malformed_envelope'],
    ['a value', '', 'malformed_envelope'],
  ])('does not take %s like %j', (_, text, code) => {
    expect(() => openShareValue(shareKey, place, text)).toThrow(expect.objectContaining({ code }))
    expect(() => openVerificationKey(shareKey, place, text)).toThrow(expect.objectContaining({ code }))
    expect(() => openShareKey(pairOf(format), text, binding)).toThrow(expect.objectContaining({ code }))
  })

  it('asks for an update when the key is locked by a newer version', async () => {
    await expect(unlockShareKey('x', 'pdv2.pw.dek.-.AQAA')).rejects.toMatchObject({ code: 'unsupported_version' })
  })
})

describe('sealShareKey', () => {
  it.each([
    ['a published client’s key', () => pairOf('published').publicKey, keys.pdv1],
    ['a key of ours', () => pairOf('pdv1').publicKey, keys.published],
  ])('refuses a share in the other format for %s', (_, publicKey, shareKey) => {
    expect(() => sealShareKey(publicKey(), shareKey, binding)).toThrow(expect.objectContaining({ code: 'key_invalid' }))
  })

  it.each([
    ['a bundle with a changed byte', () => changedLast(pairOf('pdv1').publicKey), 'public_key_invalid'],
    ['an RSA key of 1024 bits', () => weakRsaKey(), 'public_key_invalid'],
    ['a bundle of a newer version', () => pairOf('pdv1').publicKey.replace('pdv1', 'pdv2'), 'unsupported_version'],
  ])('refuses %s', (_, publicKey, code) => {
    expect(() => sealShareKey(publicKey(), keys.pdv1, binding)).toThrow(expect.objectContaining({ code }))
  })

  it('serves several items of one call with one text', () => {
    const text = sealShareKey(pairOf('pdv1').publicKey, keys.pdv1, { recipientId })

    for (const item of [itemId, slotId]) {
      expect(openShareKey(pairOf('pdv1'), text, { itemId: item, recipientId })).toMatchObject(named(keys.pdv1))
    }
  })
})

describe('openShareKey', () => {
  it.each([
    ['ours', 'pdv1', 'published', 'malformed_envelope'],
    ['published', 'published', 'pdv1', 'wrong_key'],
  ] as const)('refuses the other format with a key pair that is %s', (_, own, other, code) => {
    const text = sealTo(other, keys[other])

    expect(() => openShareKey(pairOf(own), text, binding)).toThrow(expect.objectContaining({ code }))
  })
})

describe('openShareValue', () => {
  it.each([
    ['pdv1', 'published', 'malformed_envelope'],
    ['published', 'pdv1', 'wrong_key'],
  ] as const)('refuses, in a share in the format %s, a value in the format %s', (own, other, code) => {
    const text = sealOwnValue(keys[other], place, 'BMW')?.encrypted_value ?? ''

    expect(() => openShareValue(keys[own], place, text)).toThrow(expect.objectContaining({ code }))
  })
})

describe('verifyValue', () => {
  const key = newVerificationKey('pdv1')

  it('says that a value without proof is unverified', () => {
    const hash = hashValue('pdv1', key, place, 'BMW')

    expect(verifyValue(place, 'BMW', { verificationKey: null, hash })).toBe('unverified')
    expect(verifyValue(place, 'BMW', { verificationKey: key, hash: null })).toBe('unverified')
  })

  it.each(FORMATS)('says that another value, key or hash is a change (%s)', (format) => {
    const hash = hashValue(format, key, place, 'BMW')

    expect(verifyValue(place, 'BMX', { verificationKey: key, hash })).toBe('changed')
    expect(verifyValue(place, 'BMW', { verificationKey: newVerificationKey(format), hash })).toBe('changed')
    expect(verifyValue(place, 'BMW', { verificationKey: key, hash: hashValue(format, key, place, 'x') })).toBe(
      'changed',
    )
  })

  it('says that our proof of another slot is a change', () => {
    const hash = hashValue('pdv1', key, { itemId, slotId: itemId }, 'BMW')

    expect(verifyValue(place, 'BMW', { verificationKey: key, hash })).toBe('changed')
  })

  it.each([
    ['pdv2.bh.vv.-.AAAA', 'unsupported_version'],
    ['none', 'malformed_envelope'],
    ['', 'malformed_envelope'],
  ])('does not take the hash %j', (hash, code) => {
    expect(() => verifyValue(place, 'BMW', { verificationKey: key, hash })).toThrow(expect.objectContaining({ code }))
  })
})

function pairOf(format: ShareFormat): ConnectionKeyPair {
  const pair = pairs.get(format)
  if (pair === undefined) throw new Error(`no key pair in the format ${format}`)
  return pair
}

/** A key's identifier stands for its bytes. */
function named({ format, kid }: ShareKey): Pick<ShareKey, 'format' | 'kid'> {
  return { format, kid }
}

function sealTo(format: ShareFormat, shareKey: ShareKey): string {
  return sealShareKey(pairOf(format).publicKey, shareKey, binding)
}

function receive(shareKey: ShareKey, sealed: ReturnType<typeof sealOwnValue>, ownersHash?: string) {
  if (sealed === undefined) throw new Error('nothing was sealed')
  const value = openShareValue(shareKey, place, sealed.encrypted_value)
  const verificationKey = openVerificationKey(shareKey, place, sealed.encrypted_value_verification_key)
  const hash = ownersHash ?? sealed.value_verification_hash
  return { value, check: verifyValue(place, value, { verificationKey, hash }) }
}

function changedLast(text: string): string {
  return text.slice(0, -2) + (text.endsWith('AA') ? 'BA' : 'AA')
}

function weakRsaKey(): string {
  const encoding = { type: 'spki', format: 'pem' } as const
  return generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export(encoding).toString()
}
