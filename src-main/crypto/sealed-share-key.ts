/*
 * The data encryption key of a share, sealed to the bundle of the recipient (`sealed-key-box.ts`). It is bound to [owner's item
 * id, recipient's vault user id], or for several items of one call to [recipient's vault user id]
 * (docs/contract/client-crypto.md, Envelope: contexts).
 */
import type { KeyBundle, KeyPair } from './key-pair.ts'
import { dataEncryptionKey } from './keys.ts'
import type { DataEncryptionKey } from './keys.ts'
import { openKeyFromBox, sealKeyInBox } from './sealed-key-box.ts'

export interface ShareKeyBinding {
  readonly recipientId: string
  /** The owner's item id, also in an on-share; absent if the key is for several items of one call. */
  readonly itemId?: string
}

export interface OpenedKey {
  readonly key: DataEncryptionKey
  /** The item to which the key is bound; null if it is for several items. */
  readonly itemId: string | null
}

const USE = { ctx: 'dek', type: 0x01 } as const

export function sealKeyToBundle(bundle: KeyBundle, binding: ShareKeyBinding, key: DataEncryptionKey): string {
  return sealKeyInBox(bundle, USE, { key, bound: boundStrings(binding) })
}

/**
 * Opens the key of a share. A key for several items opens for each of them.
 *
 * @throws {CryptoError} `wrong_key` if sealed to another key pair; `cannot_open` if changed, or sealed for another item or
 *   recipient; `malformed_envelope`, `unsupported_version`
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
