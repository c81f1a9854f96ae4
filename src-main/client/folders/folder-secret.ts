import { ServiceError } from '../../../shared/contract/errors.ts'
import type { FolderSecret } from '../../crypto/files/folder-key.ts'
import { openFolder, sealFolder } from '../../crypto/files/folder-key.ts'
import type { Account } from '../account/account.ts'
import { allowNotFound } from '../account/call-errors.ts'
import { namedFault } from '../files/held-files.ts'
import { FOLDER_KEY_NAME } from './folder-files.ts'
import type { FolderPlace } from './folder-place.ts'

/**
 * Reads the key and label stored in one of the user's own folders.
 *
 * @throws {ServiceError} `value_cannot_be_opened`, also for a folder made by another program
 */
export async function readFolderSecret({ keys }: Pick<Account, 'keys'>, place: FolderPlace): Promise<FolderSecret> {
  const text = await readText(place, FOLDER_KEY_NAME)
  if (text === undefined) throw folderOfAnotherProgram()
  try {
    return openFolder(keys(), place.id, text)
  } catch (error) {
    throw namedFault(error)
  }
}

export async function keepFolderSecret(
  { keys }: Pick<Account, 'keys'>,
  place: FolderPlace,
  secret: FolderSecret,
): Promise<void> {
  await writeText(place, FOLDER_KEY_NAME, sealFolder(keys(), place.id, secret))
}

export function folderOfAnotherProgram(): ServiceError {
  return new ServiceError(
    'value_cannot_be_opened',
    'This folder was made by another program, which stores the key in an unknown way.',
  )
}

/** Reads a text of a folder; undefined if missing. @throws {CallError} when the folder may not be read */
export async function readText(place: FolderPlace, name: string): Promise<string | undefined> {
  await place.facts()
  const bytes = await allowNotFound(place.read(name))
  return bytes === undefined ? undefined : new TextDecoder('latin1').decode(bytes)
}

export async function writeText(place: FolderPlace, name: string, text: string): Promise<void> {
  await place.write(name, new TextEncoder().encode(text))
}
