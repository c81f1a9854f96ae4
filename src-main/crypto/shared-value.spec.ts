// Proves docs/contract/client-crypto.md, Envelope, Envelope: contexts, Proof of a value, Telling formats apart.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SEALED_VECTORS, VALUE_PROOF_VECTOR } from '../../tests/vectors/sealed-format-vectors.ts'
import { sealBound } from './bound-aead.ts'
import { dataEncryptionKey, newDataEncryptionKey, newVerificationKey, verificationKey } from './keys.ts'
import { randomBytes } from './random.ts'
import {
  isProofOf,
  openSharedText,
  openVerificationKey,
  proveValue,
  sealSharedText,
  sealVerificationKey,
} from './shared-value.ts'

const { itemId, slotId, value } = SEALED_VECTORS
const place = { itemId, slotId }
const key = dataEncryptionKey(new Uint8Array(32).fill(SEALED_VECTORS.dataEncryptionKeyByte))
const verifier = verificationKey(new Uint8Array(32).fill(VALUE_PROOF_VECTOR.verificationKeyByte))
const sealed = sealSharedText({ key }, place, value)
const sealedVerifier = sealVerificationKey({ key }, place, verifier)

const withPart = (envelope: string, part: number, text: string) => envelope.split('.').with(part, text).join('.')

describe('sealSharedText', () => {
  it('names its context and its key', () => {
    expect(sealed).toMatch(/^pdv1\.xc\.sh\.ZzlwAvNgP9Y\./)
    expect(sealSharedText({ key, kid: 'ZzlwAvNgP9Y' }, place, value)).toHaveLength(sealed.length)
  })

  it('hides the length up to the next 32 bytes', () => {
    const [short, long, longer] = ['a', 'a'.repeat(31), 'a'.repeat(32)].map(
      (text) => sealSharedText({ key }, place, text).length,
    )

    expect(short).toBe(long)
    expect(longer).toBeGreaterThan(long ?? 0)
  })

  it('never repeats a cipher text', () => {
    expect(sealSharedText({ key }, place, value)).not.toBe(sealed)
  })
})

describe('openSharedText', () => {
  it('gives back any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), (text) => {
        expect(openSharedText({ key }, place, sealSharedText({ key }, place, text))).toBe(text)
      }),
    )
  })

  it.each([
    ['item', { ...place, itemId: slotId }],
    ['slot', { ...place, slotId: itemId }],
  ])('refuses a value moved to another %s', (_, elsewhere) => {
    expect(() => openSharedText({ key }, elsewhere, sealed)).toThrow(expect.objectContaining({ code: 'cannot_open' }))
  })

  it.each([
    ['version', 0, 'pdv2', 'unsupported_version'],
    ['algorithm', 1, 'bs', 'malformed_envelope'],
    ['context of an own value', 2, 'si', 'malformed_envelope'],
    ['context of a verification key', 2, 'vk', 'malformed_envelope'],
    ['key identifier', 3, '-0MZPc7fLZU', 'wrong_key'],
    ['payload', 4, 'JCQk', 'cannot_open'],
  ])('refuses a changed %s', (_, part, text, code) => {
    const changed = withPart(sealed, part, text)

    expect(() => openSharedText({ key }, place, changed)).toThrow(expect.objectContaining({ code }))
  })

  it('refuses an own value under the same key and ids, even renamed', () => {
    const renamed = withPart(SEALED_VECTORS.sealedByIds, 2, 'sh')

    expect(() => openSharedText({ key }, place, renamed)).toThrow(expect.objectContaining({ code: 'cannot_open' }))
  })

  it('refuses every single changed byte', () => {
    const bytes = Buffer.from(sealed.split('.')[4] ?? '', 'base64url')

    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
      const envelope = withPart(sealed, 4, changed.toString('base64url'))
      expect(() => openSharedText({ key }, place, envelope)).toThrow(expect.objectContaining({ code: 'cannot_open' }))
    }
  })

  it('refuses another key', () => {
    expect(() => openSharedText({ key: newDataEncryptionKey() }, place, sealed)).toThrow(
      expect.objectContaining({ code: 'wrong_key' }),
    )
  })
})

describe('openVerificationKey', () => {
  it.each(['pdv1', 'published'] as const)('gives back a key that was made for the format %s', (format) => {
    const made = newVerificationKey(format)

    expect(openVerificationKey({ key }, place, sealVerificationKey({ key }, place, made))).toEqual(made)
  })

  it.each([
    ['item', { ...place, itemId: slotId }],
    ['slot', { ...place, slotId: itemId }],
  ])('refuses a key moved to another %s', (_, elsewhere) => {
    expect(() => openVerificationKey({ key }, elsewhere, sealedVerifier)).toThrow(
      expect.objectContaining({ code: 'cannot_open' }),
    )
  })

  it('refuses a value in its place, even renamed', () => {
    expect(() => openVerificationKey({ key }, place, sealed)).toThrow(
      expect.objectContaining({ code: 'malformed_envelope' }),
    )
    expect(() => openVerificationKey({ key }, place, withPart(sealed, 2, 'vk'))).toThrow(
      expect.objectContaining({ code: 'cannot_open' }),
    )
  })

  it('refuses a key of another length', () => {
    const short = sealBound({ key, ctx: 'vk', bound: [itemId, slotId] }, new Uint8Array(16), randomBytes)

    expect(() => openVerificationKey({ key }, place, short)).toThrow(expect.objectContaining({ code: 'key_invalid' }))
  })
})

describe('proveValue', () => {
  it('matches the worked example', () => {
    expect(proveValue(verifier, place, value)).toBe(VALUE_PROOF_VECTOR.proof)
  })
})

describe('isProofOf', () => {
  it('takes the worked example', () => {
    expect(isProofOf(VALUE_PROOF_VECTOR.proof, verifier, place, value)).toBe(true)
  })

  it('takes the proof of any text, and of no other', () => {
    const text = fc.string({ unit: 'binary', maxLength: 100 })
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(isProofOf(proveValue(verifier, place, one), verifier, place, other)).toBe(one === other)
      }),
    )
  })

  it.each([
    ['value', verifier, place, 'BMX'],
    ['item', verifier, { ...place, itemId: slotId }, value],
    ['slot', verifier, { ...place, slotId: itemId }, value],
    ['key', newVerificationKey('pdv1'), place, value],
  ])('refuses another %s', (_, otherKey, elsewhere, text) => {
    expect(isProofOf(VALUE_PROOF_VECTOR.proof, otherKey, elsewhere, text)).toBe(false)
  })

  it('refuses a proof that was cut', () => {
    const cut = withPart(VALUE_PROOF_VECTOR.proof, 4, 'Z3OLXpxRZsTeD93rfIGMUw')

    expect(isProofOf(cut, verifier, place, value)).toBe(false)
  })
})
