import { attachmentsFolderOperations } from '../../../shared/contract/attachments-folders.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import { isUnderFormerKey } from '../../crypto/data-keys.ts'
import { openFolder } from '../../crypto/files/folder-key.ts'
import { wipe } from '../../crypto/keys.ts'
import type { Account } from '../account/account.ts'
import { allowNotFound } from '../account/call-errors.ts'
import type { Resealed } from '../items/reseal.ts'
import { pagesOf } from '../account/pages.ts'
import { FOLDER_KEY_NAME } from './folder-files.ts'
import { ownFolderPlace } from './folder-place.ts'
import { keepFolderSecret, readText } from './folder-secret.ts'

/** Reseals the keys of the user's folders that are under a former data key. */
export async function resealFolders(account: Account): Promise<Resealed> {
  let [moved, left] = [0, 0]
  const { attachmentsFoldersGet } = attachmentsFolderOperations
  for await (const page of pagesOf((query) => account.call(attachmentsFoldersGet, { query }))) {
    for (const { id } of page.attachments_folders) {
      const outcome = await allowNotFound(resealFolder(account, id))
      if (outcome === 'moved') moved += 1
      if (outcome === 'left') left += 1
    }
  }
  return { moved, left }
}

async function resealFolder(account: Account, id: string): Promise<'nothing' | 'moved' | 'left'> {
  const place = ownFolderPlace(account, id)
  const text = await readText(place, FOLDER_KEY_NAME)
  if (text === undefined || !isUnderFormerKey(account.keys(), text)) return 'nothing'
  try {
    const secret = openFolder(account.keys(), id, text)
    await keepFolderSecret(account, place, secret)
    wipe(secret.key)
    return 'moved'
  } catch (error) {
    if (error instanceof CryptoError) return 'left'
    throw error
  }
}
