/*
 * The key of a folder of files (docs/contract/client-crypto.md, Files: folders). There are three kinds of texts:
 *   pdv1.rk.fol.<kid>.<key(32)>   the value of each slot that links the folder, so that a share of the slot includes the key
 *   pdv1.xc.fo   key(32) ‖ UTF-8 of the label, under the data encryption key of the owner, bound to [folder]
 *   pdv1.xc.fk   the key of a file (`attachment-key.ts`), under the key of the folder, bound to [folder, file]
 */
import { openBound, openBoundText, sealBound, sealBoundText } from '../bound-aead.ts'
import { CryptoError } from '../crypto-error.ts'
import type { DataKeys } from '../data-keys.ts'
import { openingKey } from '../data-keys.ts'
import type { FolderKey } from '../keys.ts'
import { copyKey, folderKey, KEY_BYTES, wipe } from '../keys.ts'
import { randomBytes } from '../random.ts'
import type { RawKeyKind } from './raw-key.ts'
import { formatRawKey, parseRawKey } from './raw-key.ts'

export interface FolderSecret {
  readonly key: FolderKey
  /** The private label of the owner. */
  readonly label: string
}

export interface FolderFilePlace {
  readonly folderId: string
  readonly fileId: string
}

const KIND: RawKeyKind = { ctx: 'fol', of: 'a folder' }
const OWNER_CONTEXT = 'fo'
const FILE_CONTEXT = 'fk'

/** The value of a slot that links the folder. */
export function formatFolderKey(key: FolderKey): string {
  return formatRawKey(KIND, key)
}

/** @throws {CryptoError} `key_invalid`, `wrong_key`, `unsupported_version` */
export function parseFolderKey(text: string): FolderKey {
  return folderKey(parseRawKey(KIND, text))
}

export function sealFolder({ dataEncryptionKey: key }: DataKeys, folderId: string, folder: FolderSecret): string {
  const content = Buffer.concat([folder.key, Buffer.from(folder.label)])
  try {
    return sealBound({ key, ctx: OWNER_CONTEXT, bound: [folderId] }, content, randomBytes)
  } finally {
    wipe(content)
  }
}

/** @throws {CryptoError} `cannot_open`, `wrong_key`, `malformed_envelope`, `unsupported_version` */
export function openFolder(keys: DataKeys, folderId: string, text: string): FolderSecret {
  const content = openBound({ key: openingKey(keys, text), ctx: OWNER_CONTEXT, bound: [folderId] }, text)
  try {
    if (content.length < KEY_BYTES) throw new CryptoError('key_invalid', 'what was sealed is not the key of a folder')
    const label = new TextDecoder().decode(content.subarray(KEY_BYTES))
    return { key: folderKey(copyKey(content.subarray(0, KEY_BYTES))), label }
  } finally {
    wipe(content)
  }
}

export function sealFolderFileKey(key: FolderKey, { folderId, fileId }: FolderFilePlace, keyText: string): string {
  return sealBoundText({ key, ctx: FILE_CONTEXT, bound: [folderId, fileId] }, keyText, randomBytes)
}

/** @throws {CryptoError} as {@link openFolder}; `cannot_open` also for another file or folder */
export function openFolderFileKey(key: FolderKey, { folderId, fileId }: FolderFilePlace, text: string): string {
  return openBoundText({ key, ctx: FILE_CONTEXT, bound: [folderId, fileId] }, text)
}
