/*
 * Thumbnails of a file: `pdv1.xc.th` under a sub-key of the file, bound to [attachment id, size type], or `Aes256Gcm.…` under
 * the key of the file, bound to nothing. The text of each is stored as a file.
 */
import { openBound, sealBound } from '../bound-aead.ts'
import { dataEncryptionKey, wipe } from '../keys.ts'
import { openAesGcm, sealAesGcm } from '../published/aes-gcm.ts'
import { randomBytes } from '../random.ts'
import { attachmentSubKeyFor } from './attachment-key.ts'
import type { FileKey } from './attachment-key.ts'

export interface ThumbnailPlace {
  readonly attachmentId: string
  /** The size and type, for example `256x256/jpg`. */
  readonly sizeType: string
}

const CONTEXT = 'th'

/** @param picture not empty */
export function sealThumbnail(
  { family, key }: FileKey,
  { attachmentId, sizeType }: ThumbnailPlace,
  picture: Uint8Array,
): string {
  if (family === 'published') return sealAesGcm(dataEncryptionKey(key), picture)
  const subKey = attachmentSubKeyFor(key, 'thumbnails')
  try {
    return sealBound({ key: subKey, ctx: CONTEXT, bound: [attachmentId, sizeType] }, picture, randomBytes)
  } finally {
    wipe(subKey)
  }
}

/** @throws {CryptoError} `cannot_open`, also for another thumbnail; `wrong_key`, `malformed_envelope` */
export function openThumbnail({ family, key }: FileKey, place: ThumbnailPlace, text: string): Uint8Array {
  if (family === 'published') return openAesGcm(dataEncryptionKey(key), text)
  const subKey = attachmentSubKeyFor(key, 'thumbnails')
  try {
    return openBound({ key: subKey, ctx: CONTEXT, bound: [place.attachmentId, place.sizeType] }, text)
  } finally {
    wipe(subKey)
  }
}
