import { attachmentsFolderOperations } from '../../../shared/contract/attachments-folders.ts'
import { CallError } from '../../../shared/contract/caller.ts'
import { sentenceText, ServiceError } from '../../../shared/contract/errors.ts'
import type { FilePart } from '../../../shared/contract/file-range.ts'
import type { OpenedFileFacts } from '../../../shared/contract/workbench-files.ts'
import type { FolderFile, FolderLink, FolderRow } from '../../../shared/contract/workbench-folders.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import { formatFolderKey, openFolderFileKey, parseFolderKey } from '../../crypto/files/folder-key.ts'
import type { FolderKey } from '../../crypto/keys.ts'
import { newFolderKey, wipe } from '../../crypto/keys.ts'
import { allowNotFound } from '../account/call-errors.ts'
import type { Client } from '../client.ts'
import { requireEmptySlot } from '../files/file-place.ts'
import type { HeldFiles, ReadableFile } from '../files/held-files.ts'
import { namedFault } from '../files/held-files.ts'
import { openFile } from '../files/open-file.ts'
import type { FileTools } from '../files/upload-file.ts'
import type { FileSlot } from '../items/item-index.ts'
import { readOneSlot } from '../items/open-items.ts'
import { saveItem } from '../items/sealed-items.ts'
import { pagesOf } from '../account/pages.ts'
import { fileIdsIn, fileKeyName, folderFileStore, removeFile } from './folder-files.ts'
import type { FolderPlace, NamedBytes } from './folder-place.ts'
import { ownFolderPlace, slotFolderPlace } from './folder-place.ts'
import { folderOfAnotherProgram, keepFolderSecret, readFolderSecret, readText } from './folder-secret.ts'
import { asPhrase, problemFields } from '../../../shared/phrase.ts'

interface FoldersOptions {
  readonly client: Client
  readonly tools: FileTools
  readonly held: HeldFiles
  /** Called after a change to the user's folders or their files. */
  readonly changed: () => void
}

/** A folder with its key, which is wiped after use. */
interface OpenedFolder {
  readonly place: FolderPlace
  readonly key: FolderKey
}

interface Bytes {
  readonly start: number
  readonly bytes: number
}

export type Folders = ReturnType<typeof createFolders>

const { attachmentsFoldersGet, attachmentsFoldersPost, attachmentsFoldersIdDelete } = attachmentsFolderOperations
/** The number of folders read in parallel for a list; each needs several calls. */
const FOLDERS_AT_ONCE = 8
const FOLDER_SLOTS = ['attachments_folder'] as const

/**
 * A user's folders, and those linked by own and received slots (docs/contract/client-crypto.md, Files: folders). The
 * key of a folder opens its files; it is stored in the folder, sealed for its owner, and as the value of every linking
 * slot.
 */
export function createFolders({ client, tools, held, changed }: FoldersOptions) {
  const { account } = client
  const { call } = account

  return {
    async rows(): Promise<FolderRow[]> {
      const slots = await client.items.fileSlots()
      const rows: FolderRow[] = []
      for await (const { attachments_folders: page } of pagesOf((query) => call(attachmentsFoldersGet, { query }))) {
        for (let at = 0; at < page.length; at += FOLDERS_AT_ONCE) {
          // Folders deleted meanwhile are left out.
          const read = page
            .slice(at, at + FOLDERS_AT_ONCE)
            .map(({ id }) => allowNotFound(rowOf(ownFolderPlace(account, id), slots)))
          rows.push(...(await Promise.all(read)).filter((row) => row !== undefined))
        }
      }
      return rows
    },

    async create(label: string): Promise<FolderRow> {
      const { id } = (await call(attachmentsFoldersPost, {})).attachments_folder
      const place = ownFolderPlace(account, id)
      const secret = { key: newFolderKey(), label }
      try {
        await keepFolderSecret(account, place, secret)
      } catch (error) {
        // A folder without its key could never be opened.
        await call(attachmentsFoldersIdDelete, { params: { id } }).catch(() => undefined)
        throw error
      } finally {
        wipe(secret.key)
      }
      changed()
      return rowOf(place)
    },

    /** @throws {ServiceError} `value_cannot_be_opened` for a folder made by another program */
    async rename(id: string, label: string): Promise<FolderRow> {
      const place = ownFolderPlace(account, id)
      const secret = await readFolderSecret(account, place)
      try {
        await keepFolderSecret(account, place, { ...secret, label })
      } finally {
        wipe(secret.key)
      }
      changed()
      return rowOf(place)
    },

    /** @throws {CallError} `attachments_folder_in_use` */
    async remove(id: string): Promise<void> {
      await call(attachmentsFoldersIdDelete, { params: { id } })
      changed()
    },

    files: (id: string): Promise<FolderFile[]> => inOwn(id, filesOf),
    fileOpen: (id: string, fileId: string): Promise<OpenedFileFacts> =>
      held.facts(`${id} ${fileId}`, () => inOwn(id, (folder) => openIn(folder, fileId))),
    filePart: (id: string, fileId: string, bytes: Bytes): Promise<FilePart> =>
      held.part(`${id} ${fileId}`, () => inOwn(id, (folder) => openIn(folder, fileId)), bytes),

    /** @throws {ServiceError} `not_found` */
    async fileDelete(id: string, fileId: string): Promise<void> {
      const place = ownFolderPlace(account, id)
      if (!fileIdsIn(await place.list()).includes(fileId)) throw noSuchFile()
      await removeFile(place, fileId)
      held.drop(`${id} ${fileId}`)
      changed()
    },

    /**
     * Links a folder in a slot, with the folder's key as value.
     *
     * @throws {ServiceError} `forbidden` for a slot that is not empty or does not take folders
     * @throws {CallError} refusals of the service, for example for another user's item
     */
    async link(id: string, { item_id, slot_id, label }: Link): Promise<FolderLink> {
      if (slot_id !== undefined) await requireEmptySlot(account, { item_id, slot_id, types: FOLDER_SLOTS })
      const secret = await readFolderSecret(account, ownFolderPlace(account, id))
      const value = formatFolderKey(secret.key)
      wipe(secret.key)
      const slot = { value, attachments_folder_id: id }
      const { item, slots } = await saveItem(account, item_id, {
        slots: [
          slot_id === undefined
            ? { label: label ?? secret.label, slot_type_name: 'attachments_folder', ...slot }
            : { id: slot_id, ...slot },
        ],
      })
      changed()
      const linked = slots.filter(({ attachments_folder_id }) => attachments_folder_id === id).map((one) => one.id)
      // The item may already have linked the folder. Ids begin with the time, so the last one is new.
      return { item_id: item.id, item_label: item.label, slot_id: slot_id ?? linked.sort().at(-1) ?? '' }
    },

    slotFiles: (slot: SlotOfFolder): Promise<FolderFile[]> => inSlot(slot, filesOf),
    slotFileOpen: (slot: SlotOfFolder, fileId: string): Promise<OpenedFileFacts> =>
      held.facts(nameIn(slot, fileId), () => inSlot(slot, (folder) => openIn(folder, fileId))),
    slotFilePart: (slot: SlotOfFolder, fileId: string, bytes: Bytes): Promise<FilePart> =>
      held.part(nameIn(slot, fileId), () => inSlot(slot, (folder) => openIn(folder, fileId)), bytes),
  }

  async function rowOf(place: FolderPlace, known?: readonly FileSlot[]): Promise<FolderRow> {
    const [{ slots_count }, names, label, slots] = await Promise.all([
      place.facts(),
      place.list(),
      labelOf(place),
      known ?? client.items.fileSlots(),
    ])
    return {
      id: place.id,
      ...label,
      files_count: fileIdsIn(names).length,
      bytes: names.reduce((sum, { bytesize }) => sum + bytesize, 0),
      slots_count,
      links: linksTo(place.id, slots),
    }
  }

  async function labelOf(place: FolderPlace): Promise<Pick<FolderRow, 'label' | 'problem'>> {
    try {
      const { key, label } = await readFolderSecret(account, place)
      wipe(key)
      return { label, problem: null }
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'value_cannot_be_opened') {
        return { label: null, ...problemFields(asPhrase(error)) }
      }
      throw error
    }
  }

  async function inOwn<Result>(id: string, work: (folder: OpenedFolder) => Promise<Result>): Promise<Result> {
    const place = ownFolderPlace(account, id)
    const { key } = await readFolderSecret(account, place)
    return withKey({ place, key }, work)
  }

  async function inSlot<Result>(
    { itemId, slotId }: SlotOfFolder,
    work: (folder: OpenedFolder) => Promise<Result>,
  ): Promise<Result> {
    const { read } = await readOneSlot(client, itemId, slotId)
    const { attachments_folder_id: folderId } = read.slot
    if (folderId === null) throw new ServiceError('not_found', 'This field has no folder.')
    if (read.value === null) throw folderOfAnotherProgram()
    const place = slotFolderPlace(account, folderId, slotId)
    try {
      return await withKey({ place, key: parseFolderKey(read.value) }, work)
    } catch (error) {
      throw namedFault(error)
    }
  }

  async function filesOf({ place, key }: OpenedFolder): Promise<FolderFile[]> {
    const names = await place.list()
    const files: FolderFile[] = []
    for (const id of fileIdsIn(names)) files.push(...(await fileFacts({ place, key }, id, names)))
    return files
  }

  /** A file that cannot be opened is listed with its problem; one deleted meanwhile is left out. */
  async function fileFacts(folder: OpenedFolder, id: string, names: readonly NamedBytes[]): Promise<FolderFile[]> {
    try {
      const { file } = await openIn(folder, id, names)
      const { size, names: named } = file
      file.close()
      return [{ id, ...named, size, problem: null }]
    } catch (error) {
      if (error instanceof CallError && error.code === 'not_found') return []
      if (!(error instanceof CryptoError)) throw error
      return [{ id, filename: id, content_type: '', size: 0, ...problemFields(sentenceText(asPhrase(error))) }]
    }
  }

  async function openIn(
    { place, key }: OpenedFolder,
    fileId: string,
    names?: readonly NamedBytes[],
  ): Promise<ReadableFile> {
    const text = await readText(place, fileKeyName(fileId))
    if (text === undefined) throw noSuchFile()
    const keyText = openFolderFileKey(key, { folderId: place.id, fileId }, text)
    const store = folderFileStore(place, fileId, names)
    return { file: await openFile({ ...tools, store }, fileId, keyText), requireAccess: () => place.renew() }
  }
}

function linksTo(folderId: string, slots: readonly FileSlot[]): FolderLink[] {
  return slots
    .filter((slot) => slot.attachments_folder_id === folderId)
    .map(({ item_id, item_label, slot_id }) => ({ item_id, item_label, slot_id }))
}

interface Link {
  readonly item_id: string
  readonly slot_id?: string | undefined
  readonly label?: string | undefined
}

interface SlotOfFolder {
  readonly itemId: string
  readonly slotId: string
}

const nameIn = ({ itemId, slotId }: SlotOfFolder, fileId: string): string => `${itemId} ${slotId} ${fileId}`

function noSuchFile(): ServiceError {
  return new ServiceError('not_found', 'There is no such file in this folder.')
}

async function withKey<Result>(
  { place, key }: OpenedFolder,
  work: (folder: OpenedFolder) => Promise<Result>,
): Promise<Result> {
  try {
    return await work({ place, key })
  } finally {
    wipe(key)
  }
}
