/*
 * The key of one file. It stands in a slot as text:
 *   pdv1.rk.att.<kid>.<key(32)>   of a file in our format
 *   44 characters of URL-safe Base64 with padding   of a file in the published format
 * The form tells the family of the file. Text cannot be wiped, so it must not be kept.
 *
 * A file in our format uses the key for nothing but its sub-keys, crypto_kdf(i, "PDVATT01", key).
 */
import { decodeBase64Url, encodeBase64UrlPadded } from '../base64url.ts'
import type { AttachmentKey, AttachmentSubKey } from '../keys.ts'
import { attachmentKey, attachmentSubKey, inOwnMemory, KEY_BYTES } from '../keys.ts'
import { sodium } from '../sodium.ts'
import type { RawKeyKind } from './raw-key.ts'
import { formatRawKey, notThisKey, parseRawKey } from './raw-key.ts'

/** The family of formats that a file is in. */
export type FileFamily = 'pdv1' | 'published'

export interface FileKey {
  readonly family: FileFamily
  readonly key: AttachmentKey
}

/** The last one never leaves the computer that uploads: it keys the digests of the blocks that were read. */
const SUB_KEY_NUMBERS = { blocks: 1, thumbnails: 2, names: 3, digests: 4 } as const
const SUB_KEY_CONTEXT = 'PDVATT01'

const KIND: RawKeyKind = { ctx: 'att', of: 'a file' }
const PUBLISHED_SHAPE = /^[A-Za-z0-9_-]{43}=$/

export function attachmentSubKeyFor(key: AttachmentKey, purpose: keyof typeof SUB_KEY_NUMBERS): AttachmentSubKey {
  const subKey = sodium.crypto_kdf_derive_from_key(KEY_BYTES, SUB_KEY_NUMBERS[purpose], SUB_KEY_CONTEXT, key)
  return attachmentSubKey(inOwnMemory(subKey))
}

/** The slot value for a file. */
export function formatFileKey({ family, key }: FileKey): string {
  return family === 'pdv1' ? formatRawKey(KIND, key) : encodeBase64UrlPadded(key)
}

/**
 * Reads the value of the slot that names a file.
 *
 * @throws {CryptoError} `key_invalid` for any other text, `wrong_key` when the identifier is not that of the key,
 *   `unsupported_version` for a key of a newer version of this program.
 */
export function parseFileKey(text: string): FileKey {
  if (PUBLISHED_SHAPE.test(text)) return { family: 'published', key: publishedKey(text) }
  return { family: 'pdv1', key: attachmentKey(parseRawKey(KIND, text)) }
}

function publishedKey(text: string): AttachmentKey {
  try {
    return attachmentKey(inOwnMemory(decodeBase64Url(text.slice(0, -1))))
  } catch (cause) {
    throw notThisKey(KIND, cause)
  }
}
