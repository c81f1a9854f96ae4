// Proves docs/contract/client-crypto.md, Envelope.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SEALED_VECTORS } from '../../tests/vectors/sealed-format-vectors.ts'
import { sealBound } from './bound-aead.ts'
import { dataEncryptionKey, newDataEncryptionKey } from './keys.ts'
import { randomBytes } from './random.ts'
import { openSlotValue, sealSlotValue } from './seal.ts'

const { slotName, itemId, slotId, value } = SEALED_VECTORS
const place = { slotName, itemId, slotId }
const key = dataEncryptionKey(new Uint8Array(32).fill(SEALED_VECTORS.dataEncryptionKeyByte))
const fixedNonce = (length: number) => new Uint8Array(length).fill(SEALED_VECTORS.nonceByte)

describe('sealSlotValue', () => {
  it('matches the worked example bound to a slot name', () => {
    expect(sealSlotValue(key, { slotName }, value, fixedNonce)).toBe(SEALED_VECTORS.sealedBySlotName)
  })

  it('matches the worked example bound to ids', () => {
    expect(sealSlotValue(key, { itemId, slotId }, value, fixedNonce)).toBe(SEALED_VECTORS.sealedByIds)
  })

  it('has no cipher text for empty text', () => {
    expect(sealSlotValue(key, { slotName }, '')).toBeNull()
  })

  it('never repeats a cipher text', () => {
    expect(sealSlotValue(key, { slotName }, value)).not.toBe(sealSlotValue(key, { slotName }, value))
  })

  it('hides the length up to the next 32 bytes', () => {
    const lengths = ['a', 'a'.repeat(31), 'a'.repeat(32)].map((text) => sealed(text).length)

    expect(lengths[0]).toBe(lengths[1])
    expect(lengths[2]).toBeGreaterThan(lengths[1] ?? 0)
  })
})

describe('openSlotValue', () => {
  it('opens the worked examples', () => {
    expect(openSlotValue(key, place, SEALED_VECTORS.sealedBySlotName)).toBe(value)
    expect(openSlotValue(key, place, SEALED_VECTORS.sealedByIds)).toBe(value)
  })

  it('gives back any text, bound either way', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(text, fc.boolean(), (clear, byName) => {
        const binding = byName ? { slotName } : { itemId, slotId }
        expect(openSlotValue(key, place, sealSlotValue(key, binding, clear) ?? '')).toBe(clear)
      }),
    )
  })

  it('keeps a byte order mark at the start', () => {
    expect(openSlotValue(key, place, sealed('\ufeffa'))).toBe('\ufeffa')
  })

  it.each([
    ['slot name', SEALED_VECTORS.sealedBySlotName, { ...place, slotName: 'model_name' }],
    ['item', SEALED_VECTORS.sealedByIds, { ...place, itemId: slotId }],
    ['slot', SEALED_VECTORS.sealedByIds, { ...place, slotId: itemId }],
  ])('refuses a value moved to another %s', (_, envelope, elsewhere) => {
    expect(() => openSlotValue(key, elsewhere, envelope)).toThrow(expect.objectContaining({ code: 'cannot_open' }))
  })

  it('refuses another key by its identifier', () => {
    expectRefused(SEALED_VECTORS.sealedByIds, 'wrong_key', newDataEncryptionKey())
  })

  it('refuses another key when the identifier is forged', () => {
    const other = newDataEncryptionKey()
    const forged = sealBound({ key: other, ctx: 'si', bound: [itemId, slotId] }, new Uint8Array(32), randomBytes)

    expectRefused(withPart(forged, 3, SEALED_VECTORS.dataEncryptionKeyId), 'cannot_open')
  })

  it.each([
    ['version', 0, 'pdv2', 'unsupported_version'],
    ['version of another program', 0, 'xyz1', 'malformed_envelope'],
    ['algorithm', 1, 'bs', 'malformed_envelope'],
    ['unknown algorithm', 1, 'zz', 'malformed_envelope'],
    ['other slot context', 2, 'sv', 'cannot_open'],
    ['context', 2, 'sh', 'malformed_envelope'],
    ['key identifier', 3, '-0MZPc7fLZU', 'wrong_key'],
    ['missing key identifier', 3, '-', 'wrong_key'],
    ['payload that is not Base64', 4, 'JCQ+', 'malformed_envelope'],
    ['payload with loose bits', 4, 'JCR', 'malformed_envelope'],
    ['payload shorter than a nonce', 4, 'JCQk', 'cannot_open'],
    ['empty payload', 4, '', 'malformed_envelope'],
  ])('refuses a changed %s', (_, part, text, code) => {
    expectRefused(withPart(SEALED_VECTORS.sealedByIds, part, text), code)
  })

  it('refuses every single changed or missing byte of the payload', () => {
    const [head, payload] = [SEALED_VECTORS.sealedByIds.slice(0, 23), SEALED_VECTORS.sealedByIds.slice(23)]
    const bytes = Buffer.from(payload, 'base64url')

    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
      expectRefused(head + changed.toString('base64url'), 'cannot_open')
      expectRefused(
        head + bytes.subarray(0, index).toString('base64url'),
        index === 0 ? 'malformed_envelope' : 'cannot_open',
      )
    }
  })

  it.each([
    ['without padding', Buffer.alloc(32)],
    ['that is not UTF-8', Buffer.from(`ff80${'00'.repeat(30)}`, 'hex')],
  ])('refuses content %s', (_, content) => {
    const envelope = sealBound({ key, ctx: 'si', bound: [itemId, slotId] }, content, randomBytes)

    expectRefused(envelope, 'cannot_open')
  })

  it.each(['', 'clear text', 'Aes256Gcm.HiIg2_zQzOxNRw==.QUAAAAA='])('refuses %j, which is not ours', (text) => {
    expectRefused(text, 'malformed_envelope')
  })
})

function sealed(text: string): string {
  return sealSlotValue(key, { itemId, slotId }, text) ?? ''
}

function withPart(envelope: string, part: number, text: string): string {
  return envelope.split('.').with(part, text).join('.')
}

function expectRefused(envelope: string, code: string, openingKey = key): void {
  expect(() => openSlotValue(openingKey, place, envelope)).toThrow(expect.objectContaining({ code }))
}
