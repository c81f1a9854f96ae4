/*
 * The values of a share and their verification keys, `xc` under the data encryption key of the share, bound to the OWNER's
 * [item id, slot id], also in on-shares (docs/contract/client-crypto.md, Envelope: contexts):
 *   sh  padded text
 *   vk  raw 32 or 64 bytes; in a re-encrypted copy under the recipient's private key, bound to the ids of the copy
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

/** The item and slot to which a shared value is bound. */
export interface ValuePlace {
  readonly itemId: string
  readonly slotId: string
}

export interface NamedKey {
  readonly key: DataEncryptionKey
  /** The identifier of the key, if the caller already knows it. */
  readonly kid?: string
}

const PROOF_HEAD: EnvelopeHead = { alg: 'bh', ctx: 'vv', kid: '-' }
const PROOF_PREFIX = 'pdv1.vv'

/** @param value not empty */
export function sealSharedText(
  sealer: NamedKey,
  place: ValuePlace,
  value: string,
  random: RandomBytes = randomBytes,
): string {
  return sealBoundText(bindingOf(sealer, 'sh', place), value, random)
}

/** @throws {CryptoError} `cannot_open`, also for another place; `wrong_key`, `malformed_envelope`, `unsupported_version` */
export function openSharedText(opener: NamedKey, place: ValuePlace, envelope: string): string {
  return openBoundText(bindingOf(opener, 'sh', place), envelope)
}

/** Seals a verification key. @param place that of the owner in a share, that of the copy in a re-encrypted copy */
export function sealVerificationKey(
  sealer: NamedKey,
  place: ValuePlace,
  key: VerificationKey,
  random: RandomBytes = randomBytes,
): string {
  return sealBound(bindingOf(sealer, 'vk', place), key, random)
}

/** @throws {CryptoError} as {@link openSharedText}; `key_invalid` if the content does not have 32 or 64 bytes */
export function openVerificationKey(opener: NamedKey, place: ValuePlace, envelope: string): VerificationKey {
  return verificationKey(openBound(bindingOf(opener, 'vk', place), envelope))
}

/** The proof of a value, which depends on its place. */
export function proveValue(key: VerificationKey, place: ValuePlace, value: string): string {
  return formatEnvelope(PROOF_HEAD, proofBytes(key, place, value))
}

/** Compares in constant time. @throws {CryptoError} `malformed_envelope`, `unsupported_version` */
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
