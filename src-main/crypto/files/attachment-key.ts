/*
 * The key of one file, which is stored in a slot as text:
 *   our format          pdv1.rk.att.<kid>.<key(32)>
 *   published format    44 characters of URL-safe Base64 with padding
 * Text cannot be wiped, so it must not be kept.
 *
 * In our format, the key is only used to derive sub-keys, crypto_kdf(i, "PDVATT01", key).
 */
import { decodeBase64Url, encodeBase64UrlPadded } from '../base64url.ts'
import type { AttachmentKey, AttachmentSubKey } from '../keys.ts'
import { attachmentKey, attachmentSubKey, inOwnMemory, KEY_BYTES } from '../keys.ts'
import { sodium } from '../sodium.ts'
import type { RawKeyKind } from './raw-key.ts'
import { formatRawKey, notThisKey, parseRawKey } from './raw-key.ts'

/** Whether a file is in one of our formats or in the published one. */
export type FileFamily = 'pdv1' | 'published'

export interface FileKey {
  readonly family: FileFamily
  readonly key: AttachmentKey
}

/** The sub-key `digests` never leaves the uploading computer. It keys the digests of uploaded blocks. */
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
 * Reads the slot value of a file.
 *
 * @throws {CryptoError} `key_invalid`; `wrong_key` if the identifier is not that of the key; `unsupported_version`
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
