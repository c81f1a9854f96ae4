/*
 * A symmetric key sealed to a bundle: `pdv1.bs.<ctx>.<kid of the bundle>`, a sealed box over
 *   01 ‖ type ‖ key(32) ‖ UTF-8(JSON array of the bound strings, no blanks)
 * A sealed box has no associated data, so the reader compares type and bound strings with the expected ones
 * (docs/contract/client-crypto.md, Envelope: contexts).
 */
import { formatEnvelope, readEnvelope } from './envelope.ts'
import { CryptoError } from './crypto-error.ts'
import type { KeyBundle, KeyPair } from './key-pair.ts'
import { inOwnMemory, KEY_BYTES, wipe } from './keys.ts'
import { sodium } from './sodium.ts'

/** The use of a sealed key: the context of its envelope, and the type within it. */
export interface SealedKeyUse {
  readonly ctx: string
  readonly type: number
}

const VERSION = 0x01
const KEY_START = 2
const BOUND_START = KEY_START + KEY_BYTES

/** @param key 32 bytes */
export function sealKeyInBox(
  bundle: KeyBundle,
  { ctx, type }: SealedKeyUse,
  { key, bound }: { readonly key: Uint8Array; readonly bound: readonly string[] },
): string {
  const boundBytes = Buffer.from(JSON.stringify(bound), 'utf8')
  const content = new Uint8Array(BOUND_START + boundBytes.length)
  content.set([VERSION, type])
  content.set(key, KEY_START)
  content.set(boundBytes, BOUND_START)
  const box = sodium.crypto_box_seal(content, bundle.boxPublicKey)
  wipe(content)
  return formatEnvelope({ alg: 'bs', ctx, kid: bundle.kid }, box)
}

/**
 * Opens what {@link sealKeyInBox} made.
 *
 * @param expected the allowed lists of bound strings
 * @returns the key, and the one of these lists to which it is bound
 * @throws {CryptoError} `wrong_key` if sealed to another key pair; `cannot_open` if changed, or sealed for another use or
 *   place; `malformed_envelope`, `unsupported_version`
 */
export function openKeyFromBox(
  pair: KeyPair,
  { ctx, type }: SealedKeyUse,
  { envelope, expected }: { readonly envelope: string; readonly expected: readonly (readonly string[])[] },
): { readonly key: Uint8Array; readonly bound: readonly string[] } {
  const content = openBox(pair, readEnvelope(envelope, { alg: 'bs', ctx, kid: pair.kid }))
  const boundJson = Buffer.from(content.subarray(BOUND_START)).toString('utf8')
  const bound = expected.find((strings) => JSON.stringify(strings) === boundJson)
  if (bound === undefined || content[0] !== VERSION || content[1] !== type) {
    wipe(content)
    throw new CryptoError('cannot_open', 'the sealed key is meant for another place, person or use')
  }
  const key = inOwnMemory(content.subarray(KEY_START, BOUND_START))
  wipe(content)
  return { key, bound }
}

function openBox(pair: KeyPair, box: Uint8Array): Uint8Array {
  try {
    return sodium.crypto_box_seal_open(box, pair.boxPublicKey, pair.boxPrivateKey)
  } catch (cause) {
    throw new CryptoError('cannot_open', 'the sealed key was changed', { cause })
  }
}
