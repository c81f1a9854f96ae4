/*
 * The data encryption keys of one actor. What is sealed gets the present one. After the keys were made anew, what a
 * former one sealed still opens, until all of it was sealed again: the envelope names its key; a text in the published
 * form does not, so it is tried.
 */
import type { ShareFormat } from './connection-key-pair.ts'
import { CryptoError } from './crypto-error.ts'
import type { DataEncryptionKey } from './keys.ts'
import { keyId, wipe } from './keys.ts'
import { isPublished, openAesGcm } from './published/aes-gcm.ts'

export interface DataKeys {
  /** The format of values that the actor seals for itself; ours by default. */
  readonly format?: ShareFormat
  readonly dataEncryptionKey: DataEncryptionKey
  /** Absent if the keys were never replaced, or everything was sealed again. */
  readonly formerDataKeys?: readonly DataEncryptionKey[]
}

/** The place of the id in `pdv1.<alg>.<ctx>.<kid>.<payload>`. */
const KEY_ID_PART = 3

/** The key that opens a text; the current one if none of them sealed it. */
export function openerOf({ dataEncryptionKey, formerDataKeys = [] }: DataKeys, text: string): DataEncryptionKey {
  return formerDataKeys.find((key) => isSealedWith(key, text)) ?? dataEncryptionKey
}

/** Whether a text has to be sealed again before the former keys may go. */
export function isUnderFormerKey(keys: DataKeys, text: string): boolean {
  return openerOf(keys, text) !== keys.dataEncryptionKey
}

function isSealedWith(key: DataEncryptionKey, text: string): boolean {
  return isPublished(text) ? opensAsPublished(key, text) : text.split('.')[KEY_ID_PART] === keyId(key)
}

function opensAsPublished(key: DataEncryptionKey, text: string): boolean {
  try {
    wipe(openAesGcm(key, text))
    return true
  } catch (error) {
    if (error instanceof CryptoError) return false
    throw error
  }
}
