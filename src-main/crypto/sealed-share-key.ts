/*
 * A share's data encryption key sealed to the recipient's bundle: `pdv1.bs.dek.<kid of the bundle>`, a sealed box over
 *   01 ‖ type 01 ‖ key(32) ‖ UTF-8(JSON array of the bound strings, no blanks)
 * Bound strings (docs/contract/client-crypto.md, Envelope: contexts): [owner's item id, recipient's vault user id]. A
 * key that serves several items of one call is bound to [recipient's vault user id] alone; its values are bound to
 * their items all the same.
 */
import { formatEnvelope, readEnvelope } from './envelope.ts'
import type { EnvelopeHead } from './envelope.ts'
import { CryptoError } from './crypto-error.ts'
import type { KeyBundle, KeyPair } from './key-pair.ts'
import { dataEncryptionKey, KEY_BYTES, wipe } from './keys.ts'
import type { DataEncryptionKey } from './keys.ts'
import { sodium } from './sodium.ts'

/** Whom a share's key is for, and of which item; without an item the key serves several items of one call. */
export interface ShareKeyBinding {
  readonly recipientId: string
  /** The owner's item id, also in an on-share. */
  readonly itemId?: string
}

const CONTEXT = 'dek'
const CONTENT_HEAD = [0x01, 0x01] as const
const KEY_START = CONTENT_HEAD.length
const BOUND_START = KEY_START + KEY_BYTES

export function sealKeyToBundle(bundle: KeyBundle, binding: ShareKeyBinding, key: DataEncryptionKey): string {
  const bound = Buffer.from(boundText(binding), 'utf8')
  const content = new Uint8Array(BOUND_START + bound.length)
  content.set(CONTENT_HEAD)
  content.set(key, KEY_START)
  content.set(bound, BOUND_START)
  const box = sodium.crypto_box_seal(content, bundle.boxPublicKey)
  wipe(content)
  return formatEnvelope(headFor(bundle.kid), box)
}

/**
 * Opens a share's key. One that was sealed for several items opens for each of them.
 *
 * @throws {CryptoError} `wrong_key` when sealed to another key pair; `cannot_open` when changed, or meant for another
 *   item or recipient; `malformed_envelope`, `unsupported_version`.
 */
export function openKeyWithPair(
  pair: KeyPair,
  binding: Required<ShareKeyBinding>,
  envelope: string,
): DataEncryptionKey {
  const content = openBox(pair, readEnvelope(envelope, headFor(pair.kid)))
  const bound = Buffer.from(content.subarray(BOUND_START)).toString('utf8')
  const isExpected = bound === boundText(binding) || bound === boundText({ recipientId: binding.recipientId })
  if (!isExpected || CONTENT_HEAD.some((byte, index) => content[index] !== byte)) {
    wipe(content)
    throw new CryptoError('cannot_open', 'the sealed key is meant for another item, recipient or use')
  }
  const key = dataEncryptionKey(content.slice(KEY_START, BOUND_START))
  wipe(content)
  return key
}

function headFor(kid: string): EnvelopeHead {
  return { alg: 'bs', ctx: CONTEXT, kid }
}

function boundText({ itemId, recipientId }: ShareKeyBinding): string {
  return JSON.stringify(itemId === undefined ? [recipientId] : [itemId, recipientId])
}

function openBox(pair: KeyPair, box: Uint8Array): Uint8Array {
  try {
    return sodium.crypto_box_seal_open(box, pair.boxPublicKey, pair.boxPrivateKey)
  } catch (cause) {
    throw new CryptoError('cannot_open', 'the sealed key was changed', { cause })
  }
}
