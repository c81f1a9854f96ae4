// Proves docs/contract/client-crypto.md, Published format: proof of a value.

import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PUBLISHED_PROOF_VECTORS } from '../../../tests/vectors/published-format-vectors.ts'
import { newVerificationKey, verificationKey } from '../keys.ts'
import { checkPublishedProof, isPublishedProof, provePublishedValue } from './value-proof.ts'

const key = verificationKey(new Uint8Array(64).fill(PUBLISHED_PROOF_VECTORS.keyByte))

describe('provePublishedValue', () => {
  it.each(PUBLISHED_PROOF_VECTORS.proofs)('matches the worked example %j', (value, proof) => {
    expect(provePublishedValue(key, value)).toBe(proof)
  })
})

describe('checkPublishedProof', () => {
  it.each([
    ['ASCII', 'abc', proofOver('utf8', 'abc'), 'verified'],
    ['Latin-1 bytes of text up to U+00FF', 'é', proofOver('latin1', 'é'), 'verified'],
    ['UTF-8 bytes of text up to U+00FF', 'é', proofOver('utf8', 'é'), 'verified'],
    ['UTF-8 bytes of text above U+00FF', '漢字', proofOver('utf8', '漢字'), 'verified'],
    ['the old form of text above U+00FF', '漢字', provePublishedValue(key, '漢字'), 'weakly_verified'],
    ['the old form of a surrogate pair', '😀', provePublishedValue(key, '😀'), 'weakly_verified'],
    ['another text', 'abd', proofOver('utf8', 'abc'), 'changed'],
    ['another text above U+00FF', '漢字', provePublishedValue(key, '漢子'), 'changed'],
  ])('by %s', (_, value, proof, check) => {
    expect(checkPublishedProof(proof, key, value)).toBe(check)
  })

  it('marks a text that has the same old form as another', () => {
    // U+0161 after "a" leaves its high byte in "a": "a\u0161" and "`a" are the same bytes.
    const forged = 'a\u0161'

    expect(checkPublishedProof(provePublishedValue(key, '`a'), key, forged)).toBe('weakly_verified')
  })

  it('never takes a changed ASCII text', () => {
    const text = fc.string({ unit: 'grapheme-ascii' })
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(checkPublishedProof(provePublishedValue(key, one), key, other)).toBe(
          one === other ? 'verified' : 'changed',
        )
      }),
    )
  })

  it('takes keys that our client made, too', () => {
    const short = newVerificationKey('pdv1')

    expect(checkPublishedProof(provePublishedValue(short, 'abc'), short, 'abc')).toBe('verified')
  })
})

describe('isPublishedProof', () => {
  it.each([
    ['lower case', proofOver('utf8', 'abc'), true],
    ['upper case', proofOver('utf8', 'abc').toUpperCase(), true],
    ['63 digits', proofOver('utf8', 'abc').slice(1), false],
    ['a proof of ours', 'pdv1.bh.vv.-.Z3OLXpxRZsTeD93rfIGMU9YxHoczQQ9mDcQxUT-u1Tw', false],
  ])('of %s', (_, text, expected) => {
    expect(isPublishedProof(text)).toBe(expected)
  })
})

function proofOver(encoding: 'utf8' | 'latin1', value: string): string {
  return createHmac('sha256', key).update(Buffer.from(value, encoding)).digest('hex')
}
