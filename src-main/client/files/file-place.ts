import { ServiceError } from '../../../shared/contract/errors.ts'
import { vaultOperations } from '../../../shared/contract/index.ts'
import type { OpenedItem } from '../../../shared/contract/workbench-items.ts'
import type { Upload } from '../../../shared/contract/workbench-files.ts'
import type { Account } from '../account/account.ts'
import { createItem, saveItem } from '../items/sealed-items.ts'
import type { UploadedFile } from './upload-file.ts'

const PICTURES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const FILE_SLOTS: readonly string[] = ['attachment', 'image']
const LONGEST_LABEL = 255

/**
 * Makes a stored file part of an item: value and file of the slot are written together.
 *
 * @throws {ServiceError} `not_found`, `forbidden` for a slot that takes no file
 * @throws {CallError} what the service refuses, as an item of somebody else
 */
export async function putInPlace(
  account: Account,
  { place, filename, content_type }: Pick<Upload, 'place' | 'filename' | 'content_type'>,
  { attachmentId, keyText }: UploadedFile,
): Promise<Pick<Upload, 'item_id' | 'slot_id'>> {
  const file = { value: keyText, attachment_id: attachmentId }
  const slot_type_name = PICTURES.includes(content_type) ? ('image' as const) : ('attachment' as const)
  const fileLabel = filename.slice(0, LONGEST_LABEL).toWellFormed()
  if (place.kind === 'new_item') {
    const { label, template_name } = place
    const slots = [{ label: fileLabel, slot_type_name, ...file }]
    return placeIn(await createItem(account, { label, template_name, slots, tags: [] }), attachmentId)
  }
  const { item_id, slot_id, label = fileLabel } = place
  if (slot_id !== undefined) await requireEmptySlot(account, item_id, slot_id)
  const slot = slot_id === undefined ? { label, slot_type_name, ...file } : { id: slot_id, ...file }
  return placeIn(await saveItem(account, item_id, { slots: [slot] }), attachmentId)
}

function placeIn({ item, slots }: OpenedItem, attachmentId: string): Pick<Upload, 'item_id' | 'slot_id'> {
  return { item_id: item.id, slot_id: slots.find(({ attachment_id }) => attachment_id === attachmentId)?.id ?? null }
}

async function requireEmptySlot(account: Account, itemId: string, slotId: string): Promise<void> {
  const { slots } = await account.call(vaultOperations.itemsIdGet, { params: { id: itemId } })
  const slot = slots.find(({ id }) => id === slotId)
  if (slot === undefined) throw new ServiceError('not_found', 'The field for this file is not there any more.')
  if (!FILE_SLOTS.includes(slot.slot_type_name)) {
    throw new ServiceError('forbidden', `The field ${slot.label} is not one for files.`)
  }
  if (slot.attachment_id !== null || slot.encrypted_value !== null) {
    throw new ServiceError('forbidden', `The field ${slot.label} has a file or a value already.`)
  }
}
