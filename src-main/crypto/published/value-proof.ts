/*
 * The proof of a shared value (docs/contract/client-crypto.md, Published format: proof of a value; docs/contract/vault.md,
 * Shares: verification data): HMAC-SHA-256 as 64 hex digits in lower case. Published clients do not hash UTF-8, but bytes from
 * the UTF-16 code units ("old form"): with n units c, byte j of n is
 *   c[j] AND FF, XOR c[j+1] >> 8 unless j mod 4 = 3 or j is the last
 * Up to U+00FF that is Latin-1. Above it, different texts can have the same bytes, so the proof is weak.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { VerificationKey } from '../keys.ts'

const PROOF = /^[0-9a-f]{64}$/i
const ABOVE_LATIN_1 = /[\u0100-\uffff]/
const LOW_BYTE = 0xff
const BYTE_BITS = 8
const WORD_BYTES = 4

export function isPublishedProof(text: string): boolean {
  return PROOF.test(text)
}

/** The proof in the old form, which published clients check. */
export function provePublishedValue(key: VerificationKey, value: string): string {
  return hmac(key, oldFormBytes(value)).toString('hex')
}

/**
 * Compares a proof with a value, in constant time. Text above U+00FF is `verified` only by a proof over UTF-8, and
 * `weakly_verified` by one in the old form.
 */
export function checkPublishedProof(
  proof: string,
  key: VerificationKey,
  value: string,
): 'verified' | 'weakly_verified' | 'changed' {
  const given = Buffer.from(proof, 'hex')
  const proves = (message: Uint8Array) => timingSafeEqual(given, hmac(key, message))
  if (proves(Buffer.from(value, 'utf8'))) return 'verified'
  if (!proves(oldFormBytes(value))) return 'changed'
  return ABOVE_LATIN_1.test(value) ? 'weakly_verified' : 'verified'
}

function oldFormBytes(value: string): Uint8Array {
  return Uint8Array.from({ length: value.length }, (_, index) => {
    const spill = index % WORD_BYTES === WORD_BYTES - 1 || index + 1 === value.length ? 0 : value.charCodeAt(index + 1)
    return (value.charCodeAt(index) & LOW_BYTE) ^ (spill >> BYTE_BITS)
  })
}

function hmac(key: VerificationKey, message: Uint8Array): Buffer {
  return createHmac('sha256', key).update(message).digest()
}
