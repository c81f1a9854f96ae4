/*
 * The `xc` envelope. Payload: nonce(24) ‖ XChaCha20-Poly1305 cipher text and tag.
 * Associated data: UTF-8(first four parts) ‖ 00 ‖ UTF-8(JSON array of the bound strings, no blanks).
 * The bound strings are not transmitted. Writer and reader both know them from the place of the value.
 */
import { CryptoError } from './crypto-error.ts'
import { formatEnvelope, formatHead, readEnvelope } from './envelope.ts'
import type { EnvelopeHead } from './envelope.ts'
import { keyId, wipe } from './keys.ts'
import { padText, unpadText } from './padded-text.ts'
import type { RandomBytes } from './random.ts'
import { sodium } from './sodium.ts'
import { openInPlace, sealInPlace } from './sodium-memory.ts'

/** The purpose, key id and bound strings of a sealed value. */
export interface Binding {
  readonly key: Uint8Array
  readonly ctx: string
  readonly bound: readonly string[]
  /** The identifier of the key, if the caller already knows it. */
  readonly kid?: string
}

export const NONCE_BYTES = sodium.crypto_aead_xchacha20poly1305_ietf_NPUBBYTES
const TAG_BYTES = sodium.crypto_aead_xchacha20poly1305_ietf_ABYTES

/** Seals bytes so that they open only with the same key, context and bound strings. */
export function sealBound(binding: Binding, content: Uint8Array, random: RandomBytes): string {
  const head = headOf(binding)
  return formatEnvelope(head, encryptWithNonce(binding.key, content, associatedData(head, binding.bound), random))
}

/**
 * Opens what {@link sealBound} made.
 *
 * @throws {CryptoError} `cannot_open` if the bytes were changed or moved to another place, `wrong_key`,
 *   `malformed_envelope`, `unsupported_version`.
 */
export function openBound(binding: Binding, envelope: string): Uint8Array {
  const head = headOf(binding)
  return decryptWithNonce(binding.key, readEnvelope(envelope, head), associatedData(head, binding.bound))
}

/** Seals padded text as {@link sealBound} does. */
export function sealBoundText(binding: Binding, text: string, random: RandomBytes): string {
  const padded = padText(text)
  const envelope = sealBound(binding, padded, random)
  wipe(padded)
  return envelope
}

/** Opens what {@link sealBoundText} made. @throws {CryptoError} as {@link openBound} */
export function openBoundText(binding: Binding, envelope: string): string {
  return unpadText(openBound(binding, envelope))
}

/** Returns nonce(24) ‖ cipher text and tag, with a new random nonce. */
export function encryptWithNonce(
  key: Uint8Array,
  content: Uint8Array,
  associated: string,
  random: RandomBytes,
): Uint8Array {
  const nonce = random(NONCE_BYTES)
  const sealed = new Uint8Array(NONCE_BYTES + content.length + TAG_BYTES)
  sealed.set(nonce)
  const parts = { key, nonce, associated: Buffer.from(associated, 'utf8') }
  if (sealInPlace(parts, content, sealed.subarray(NONCE_BYTES)) === undefined) throw new Error('libsodium did not seal')
  return sealed
}

/**
 * Reverses {@link encryptWithNonce}. The content is in a buffer of its own, of which the engine makes no copies.
 *
 * @throws {CryptoError} `cannot_open`.
 */
export function decryptWithNonce(key: Uint8Array, sealed: Uint8Array, associated: string): Uint8Array {
  const contentBytes = sealed.length - NONCE_BYTES - TAG_BYTES
  const parts = { key, nonce: sealed.subarray(0, NONCE_BYTES), associated: Buffer.from(associated, 'utf8') }
  const content =
    contentBytes < 0
      ? undefined
      : openInPlace(parts, sealed.subarray(NONCE_BYTES), new Uint8Array(new ArrayBuffer(contentBytes)))
  if (content !== undefined) return content
  throw new CryptoError('cannot_open', 'the sealed bytes were changed or belong to another place')
}

function headOf(binding: Binding): EnvelopeHead {
  return { alg: 'xc', ctx: binding.ctx, kid: binding.kid ?? keyId(binding.key) }
}

/** The associated data of `xc` and `pw`: UTF-8(head) ‖ 00 ‖ UTF-8(JSON of the bound strings). */
export function associatedData(head: EnvelopeHead, bound: readonly string[]): string {
  return `${formatHead(head)}\0${JSON.stringify(bound)}`
}
