/*
 * Values of a share, `xc` under the share's data encryption key, bound to the OWNER's [item id, slot id] at any depth
 * of on-sharing (docs/contract/client-crypto.md, Envelope: contexts):
 *   sh  padded text
 * and the key that proves a value unchanged, under a share's key bound as `sh`, or, once a received value was
 * re-encrypted, under the recipient's private key bound to the recipient's own ids:
 *   vk  raw 32 or 64 bytes
 * Proof (docs/contract/client-crypto.md, Proof of a value): `pdv1.bh.vv.-`, BLAKE2b-256 keyed with the verification key
 * over
 *   `pdv1.vv` 00 JSON[owner's item id, owner's slot id] 00 UTF-8(value)
 */
import { openBound, openBoundText, sealBound, sealBoundText } from './bound-aead.ts'
import type { Binding } from './bound-aead.ts'
import { formatEnvelope, readEnvelope } from './envelope.ts'
import type { EnvelopeHead } from './envelope.ts'
import { verificationKey } from './keys.ts'
import type { DataEncryptionKey, VerificationKey } from './keys.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'
import { sodium } from './sodium.ts'
import { hashText } from './sodium-memory.ts'

/** The item and slot a shared value is tied to. */
export interface ValuePlace {
  readonly itemId: string
  readonly slotId: string
}

/** A data encryption key, with its identifier where many values are sealed with it. */
export interface NamedKey {
  readonly key: DataEncryptionKey
  readonly kid?: string
}

const PROOF_HEAD: EnvelopeHead = { alg: 'bh', ctx: 'vv', kid: '-' }
const PROOF_PREFIX = 'pdv1.vv'

/** Seals one shared text, which is not empty. */
export function sealSharedText(
  sealer: NamedKey,
  place: ValuePlace,
  value: string,
  random: RandomBytes = randomBytes,
): string {
  return sealBoundText(bindingOf(sealer, 'sh', place), value, random)
}

/** @throws {CryptoError} `cannot_open` also for another place; `wrong_key`, `malformed_envelope`, `unsupported_version`. */
export function openSharedText(opener: NamedKey, place: ValuePlace, envelope: string): string {
  return openBoundText(bindingOf(opener, 'sh', place), envelope)
}

/** Seals a verification key: for a share bound to the owner's ids, for a copy of one's own to the copy's ids. */
export function sealVerificationKey(
  sealer: NamedKey,
  place: ValuePlace,
  key: VerificationKey,
  random: RandomBytes = randomBytes,
): string {
  return sealBound(bindingOf(sealer, 'vk', place), key, random)
}

/** @throws {CryptoError} as {@link openSharedText}; `key_invalid` when the content is not 32 or 64 bytes. */
export function openVerificationKey(opener: NamedKey, place: ValuePlace, envelope: string): VerificationKey {
  return verificationKey(openBound(bindingOf(opener, 'vk', place), envelope))
}

/** The proof that an on-sharer cannot make for another value or another place. */
export function proveValue(key: VerificationKey, place: ValuePlace, value: string): string {
  return formatEnvelope(PROOF_HEAD, proofBytes(key, place, value))
}

/**
 * Whether `proof` is that of this value; compared in constant time.
 *
 * @throws {CryptoError} `malformed_envelope`, `unsupported_version` when there is no proof to compare with.
 */
export function isProofOf(proof: string, key: VerificationKey, place: ValuePlace, value: string): boolean {
  const given = readEnvelope(proof, PROOF_HEAD)
  const expected = proofBytes(key, place, value)
  return given.length === expected.length && sodium.memcmp(given, expected)
}

function bindingOf(named: NamedKey, ctx: string, place: ValuePlace): Binding {
  return { ...named, ctx, bound: [place.itemId, place.slotId] }
}

function proofBytes(key: VerificationKey, { itemId, slotId }: ValuePlace, value: string): Uint8Array {
  return hashText(key, `${PROOF_PREFIX}\0${JSON.stringify([itemId, slotId])}\0${value}`)
}
