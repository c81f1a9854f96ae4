/*
 * The wrapped keys of an account in its key store, in the format of the account: ours (`key-wrap.ts`), or that of published
 * clients, which is `Aes256Gcm.…` over the raw bytes, bound to nothing. A reader tells the format by the text
 * (docs/contract/client-crypto.md, Telling formats apart).
 */
import type { ShareFormat } from './connection-key-pair.ts'
import type { DataEncryptionKey, KeyEncryptionKey } from './keys.ts'
import { dataEncryptionKey, keyEncryptionKey } from './keys.ts'
import {
  unwrapDataEncryptionKey,
  unwrapKeyEncryptionKey,
  wrapDataEncryptionKey,
  wrapKeyEncryptionKey,
} from './key-wrap.ts'
import { isPublished, openAesGcm, sealAesGcm } from './published/aes-gcm.ts'
import type { AccountKeys } from './secret-string.ts'

/** What the private data encryption key is bound to in our format. */
export const PRIVATE = 'private'

type Derived = Pick<AccountKeys, 'format' | 'username' | 'passphraseDerivedKey'>

export function wrapAccountKey({ format, username, passphraseDerivedKey }: Derived, kek: KeyEncryptionKey): string {
  return format === 'published'
    ? sealAesGcm(passphraseDerivedKey, kek)
    : wrapKeyEncryptionKey(passphraseDerivedKey, username, kek)
}

/** @throws {CryptoError} `wrong_key`, `cannot_open`, `malformed_envelope`, `key_invalid` */
export function unwrapAccountKey({ username, passphraseDerivedKey }: Derived, text: string): KeyEncryptionKey {
  return isPublished(text)
    ? keyEncryptionKey(openAesGcm(passphraseDerivedKey, text))
    : unwrapKeyEncryptionKey(passphraseDerivedKey, username, text)
}

export function wrapPrivateKey(kek: KeyEncryptionKey, format: ShareFormat, dek: DataEncryptionKey): string {
  return format === 'published' ? sealAesGcm(kek, dek) : wrapDataEncryptionKey(kek, PRIVATE, dek)
}

/**
 * Opens the private data encryption key of an account. Its format is also that of all values of the account.
 *
 * @throws {CryptoError} `wrong_key`, `cannot_open`, `malformed_envelope`, `key_invalid`
 */
export function unwrapPrivateKey(
  kek: KeyEncryptionKey,
  text: string,
): { readonly dataEncryptionKey: DataEncryptionKey; readonly format: ShareFormat } {
  return isPublished(text)
    ? { dataEncryptionKey: dataEncryptionKey(openAesGcm(kek, text)), format: 'published' }
    : { dataEncryptionKey: unwrapDataEncryptionKey(kek, PRIVATE, text), format: 'pdv1' }
}
