/*
 * A share's data encryption key sealed to the recipient's bundle, see `sealed-key-box.ts`. Bound strings
 * (docs/contract/client-crypto.md, Envelope: contexts): [owner's item id, recipient's vault user id]. A key that serves
 * several items of one call is bound to [recipient's vault user id] alone; its values are bound to their items all the
 * same.
 */
import type { KeyBundle, KeyPair } from './key-pair.ts'
import { dataEncryptionKey } from './keys.ts'
import type { DataEncryptionKey } from './keys.ts'
import { openKeyFromBox, sealKeyInBox } from './sealed-key-box.ts'

/** The recipient of a share's key, and its item; without an item the key serves several items of one call. */
export interface ShareKeyBinding {
  readonly recipientId: string
  /** The owner's item id, also in an on-share. */
  readonly itemId?: string
}

/** A share's key as it was opened. */
export interface OpenedKey {
  readonly key: DataEncryptionKey
  /** The item it was sealed for; null: it serves every item of its recipient. */
  readonly itemId: string | null
}

const USE = { ctx: 'dek', type: 0x01 } as const

export function sealKeyToBundle(bundle: KeyBundle, binding: ShareKeyBinding, key: DataEncryptionKey): string {
  return sealKeyInBox(bundle, USE, { key, bound: boundStrings(binding) })
}

/**
 * Opens a share's key. One that was sealed for several items opens for each of them.
 *
 * @throws {CryptoError} `wrong_key` when sealed to another key pair; `cannot_open` when changed, or meant for another
 *   item or recipient; `malformed_envelope`, `unsupported_version`.
 */
export function openKeyWithPair(pair: KeyPair, binding: Required<ShareKeyBinding>, envelope: string): OpenedKey {
  const ofItem = boundStrings(binding)
  const expected = [ofItem, boundStrings({ recipientId: binding.recipientId })]
  const { key, bound } = openKeyFromBox(pair, USE, { envelope, expected })
  return { key: dataEncryptionKey(key), itemId: bound === ofItem ? binding.itemId : null }
}

function boundStrings({ itemId, recipientId }: ShareKeyBinding): readonly string[] {
  return itemId === undefined ? [recipientId] : [itemId, recipientId]
}
