import { sealFolderFileKey } from '../../crypto/files/folder-key.ts'
import { wipe } from '../../crypto/keys.ts'
import type { Account } from '../account/account.ts'
import { allowNotFound } from '../account/call-errors.ts'
import type { FolderUploads } from '../files/file-place.ts'
import { fileKeyName, folderFileStore, removeFile } from './folder-files.ts'
import { ownFolderPlace } from './folder-place.ts'
import { readFolderSecret, writeText } from './folder-secret.ts'

/**
 * Adds uploads to the user's own folders; a file has the id of its upload.
 *
 * @param changed called when a file was added
 */
export function createFolderUploads(account: Account, changed: () => void): FolderUploads {
  return {
    async storeFor(folderId, uploadId) {
      const place = ownFolderPlace(account, folderId)
      // A folder that cannot be opened is refused before a long file is sent.
      wipe((await readFolderSecret(account, place)).key)
      return folderFileStore(place, uploadId)
    },
    async putInFolder(folderId, { attachmentId: fileId, keyText }) {
      const place = ownFolderPlace(account, folderId)
      const { key } = await readFolderSecret(account, place)
      try {
        await writeText(place, fileKeyName(fileId), sealFolderFileKey(key, { folderId, fileId }, keyText))
      } finally {
        wipe(key)
      }
      changed()
    },
    async discard(folderId, uploadId) {
      await allowNotFound(removeFile(ownFolderPlace(account, folderId), uploadId))
    },
  }
}
