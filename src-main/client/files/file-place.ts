import { phrase, ServiceError } from '../../../shared/contract/errors.ts'
import { vaultOperations } from '../../../shared/contract/index.ts'
import type { ItemReply } from '../../../shared/contract/items.ts'
import type { OpenedItem } from '../../../shared/contract/workbench-items.ts'
import type { Upload } from '../../../shared/contract/workbench-files.ts'
import { withoutHiding } from '../../../shared/hidden-characters.ts'
import type { Account } from '../account/account.ts'
import { createItem, saveItem } from '../items/sealed-items.ts'
import type { FileStore } from './file-store.ts'
import type { UploadedFile } from './upload-file.ts'

const PICTURES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const FILE_SLOTS: readonly string[] = ['attachment', 'image']
const MAX_LABEL_LENGTH = 255

/** Port for adding uploads to folders. */
export interface FolderUploads {
  /**
   * Opens the store for the blocks of an upload. @throws {ServiceError} `value_cannot_be_opened`; {CallError}
   * `not_found`
   */
  storeFor(folderId: string, uploadId: string): Promise<FileStore>
  /** Adds a stored file to the folder. */
  putInFolder(folderId: string, stored: UploadedFile): Promise<void>
  /** Deletes the stored parts of a cancelled upload. */
  discard(folderId: string, uploadId: string): Promise<void>
}

/**
 * Refuses an item that cannot take a file, before a long file is stored. Folders are checked by their store.
 *
 * @throws {ServiceError} `not_item_owner`; `not_found`, `forbidden` for a slot that takes no file
 * @throws {CallError} refusals of the service
 */
export async function requirePlace(account: Pick<Account, 'call'>, place: Upload['place']): Promise<void> {
  if (place.kind === 'item') refuseUnlessFree(await readItem(account, place.item_id), place.slot_id)
}

/**
 * Adds a stored file to an item or a folder; value and file of a slot are written together. A file that the item
 * already has is not added again: an earlier attempt may have added it without recording so.
 *
 * @throws as `requirePlace`
 */
export async function putInPlace(
  { account, folders }: { readonly account: Account; readonly folders: Pick<FolderUploads, 'putInFolder'> },
  { place, filename, content_type }: Pick<Upload, 'place' | 'filename' | 'content_type'>,
  stored: UploadedFile,
): Promise<Pick<Upload, 'item_id' | 'slot_id'>> {
  const { attachmentId, keyText } = stored
  if (place.kind === 'folder') {
    await folders.putInFolder(place.folder_id, stored)
    return { item_id: null, slot_id: null }
  }
  const file = { value: keyText, attachment_id: attachmentId }
  const slot_type_name = PICTURES.includes(content_type) ? ('image' as const) : ('attachment' as const)
  const fileLabel = withoutHiding(filename.slice(0, MAX_LABEL_LENGTH).toWellFormed(), '\ufffd')
  if (place.kind === 'new_item') {
    const { label, template_name } = place
    const slots = [{ label: fileLabel, slot_type_name, ...file }]
    return placeIn(await createItem(account, { label, template_name, slots, tags: [] }), attachmentId)
  }
  const { item_id, slot_id, label = fileLabel } = place
  const before = await readItem(account, item_id)
  if (before.slots.some(({ attachment_id }) => attachment_id === attachmentId)) return placeIn(before, attachmentId)
  refuseUnlessFree(before, slot_id)
  const slot = slot_id === undefined ? { label, slot_type_name, ...file } : { id: slot_id, ...file }
  return placeIn(await saveItem(account, item_id, { slots: [slot] }), attachmentId)
}

function placeIn({ item, slots }: OpenedItem | ItemReply, attachmentId: string): Pick<Upload, 'item_id' | 'slot_id'> {
  return { item_id: item.id, slot_id: slots.find(({ attachment_id }) => attachment_id === attachmentId)?.id ?? null }
}

function readItem(account: Pick<Account, 'call'>, id: string): Promise<ItemReply> {
  return account.call(vaultOperations.itemsIdGet, { params: { id } })
}

function refuseUnlessFree({ item, slots }: ItemReply, slotId: string | undefined): void {
  if (!item.own) {
    throw new ServiceError('not_item_owner', `The item ${item.label} is not your own; only its owner can add files.`)
  }
  if (slotId !== undefined) refuseUnlessEmpty(slots, slotId, FILE_SLOTS)
}

/**
 * Refuses a slot that is not empty, or not of one of these types.
 *
 * @throws {ServiceError} `not_found`, `forbidden`
 */
export async function requireEmptySlot(
  account: Pick<Account, 'call'>,
  { item_id, slot_id, types }: { item_id: string; slot_id: string; types: readonly string[] },
): Promise<void> {
  refuseUnlessEmpty((await readItem(account, item_id)).slots, slot_id, types)
}

function refuseUnlessEmpty(slots: ItemReply['slots'], slotId: string, types: readonly string[]): void {
  const slot = slots.find(({ id }) => id === slotId)
  if (slot === undefined) throw new ServiceError('not_found', 'This field no longer exists.')
  if (!types.includes(slot.slot_type_name)) {
    throw new ServiceError('forbidden', phrase`The field ${slot.label} does not take files.`)
  }
  if ((slot.attachment_id ?? slot.attachments_folder_id ?? slot.encrypted_value) !== null) {
    throw new ServiceError('forbidden', phrase`The field ${slot.label} already has a file or a value.`)
  }
}
