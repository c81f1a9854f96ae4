/*
 * The data encryption keys of one actor. New values are sealed with the current key. After the keys were replaced, the former
 * ones still open older values, until all of these have been sealed again. An envelope names its key; for a text in the
 * published format, each key is tried.
 */
import type { ShareFormat } from './connection-key-pair.ts'
import { CryptoError } from './crypto-error.ts'
import type { DataEncryptionKey } from './keys.ts'
import { keyId, wipe } from './keys.ts'
import { isPublished, openAesGcm } from './published/aes-gcm.ts'

export interface DataKeys {
  /** The format of values that the actor seals for itself; `pdv1` by default. */
  readonly format?: ShareFormat
  readonly dataEncryptionKey: DataEncryptionKey
  /** Absent if the keys were never replaced, or all values have been sealed again. */
  readonly formerDataKeys?: readonly DataEncryptionKey[]
}

/** The place of the id in `pdv1.<alg>.<ctx>.<kid>.<payload>`. */
const KEY_ID_PART = 3

/** The former key that sealed a text, else the current key. */
export function openingKey({ dataEncryptionKey, formerDataKeys = [] }: DataKeys, text: string): DataEncryptionKey {
  return formerDataKeys.find((key) => isSealedWith(key, text)) ?? dataEncryptionKey
}

/** Whether a text must be sealed again before the former keys can be deleted. */
export function isUnderFormerKey(keys: DataKeys, text: string): boolean {
  return openingKey(keys, text) !== keys.dataEncryptionKey
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
