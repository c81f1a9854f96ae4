import { attachmentOperations, MAX_THUMBNAIL_BYTES } from '../../../shared/contract/attachments.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { FilePart } from '../../../shared/contract/file-range.ts'
import type { Attachment, SizeType, Thumbnail } from '../../../shared/contract/files.ts'
import type { ItemReply } from '../../../shared/contract/items.ts'
import { thumbnailOperations } from '../../../shared/contract/thumbnails.ts'
import type { FileRow, OpenedFileFacts } from '../../../shared/contract/workbench-files.ts'
import { parseFileKey } from '../../crypto/files/attachment-key.ts'
import type { FileKey } from '../../crypto/files/attachment-key.ts'
import { openThumbnail, sealThumbnail } from '../../crypto/files/thumbnail.ts'
import { attachmentKey, copyKey, wipe } from '../../crypto/keys.ts'
import type { Client } from '../client.ts'
import { readOneSlot } from '../items/open-items.ts'
import type { HeldFiles, ReadableFile } from './held-files.ts'
import { namedFault } from './held-files.ts'
import { openFile } from './open-file.ts'
import type { FileTools } from './upload-file.ts'
import { openWholeFile } from './whole-file.ts'

export type SlotFiles = ReturnType<typeof createSlotFiles>

/** The files in a user's own and received slots. */
export function createSlotFiles(client: Client, tools: FileTools, held: HeldFiles) {
  const { account } = client

  return {
    /** Lists the files of items: the service lists the slots, and the item index has the labels. */
    async rows(): Promise<FileRow[]> {
      const [{ attachments, slots }, known] = await Promise.all([
        account.call(attachmentOperations.attachmentsInSlotsGet, {}),
        client.items.fileSlots(),
      ])
      const files = new Map(attachments.map((attachment) => [attachment.id, attachment]))
      const places = new Map(known.map((slot) => [slot.slot_id, slot]))
      return slots.flatMap(({ id, attachment_id }) => {
        const [place, file] = [places.get(id), files.get(attachment_id)]
        if (place === undefined || file === undefined) return []
        const { filename, byte_size, created_at } = file
        return [{ ...place, filename, byte_size, created_at }]
      })
    },

    /** @throws {ServiceError} `not_found`, `value_cannot_be_opened` */
    open: (itemId: string, slotId: string): Promise<OpenedFileFacts> =>
      held.facts(`${itemId} ${slotId}`, () => open(itemId, slotId)),

    /** Reads at most the requested bytes. @throws as `open` */
    part: (itemId: string, slotId: string, query: { start: number; bytes: number }): Promise<FilePart> =>
      held.part(`${itemId} ${slotId}`, () => open(itemId, slotId), query),

    /** Seals and stores a thumbnail for the file in one of the user's own slots. @throws as `open` */
    async putThumbnail(itemId: string, slotId: string, size_type: SizeType, picture: Uint8Array): Promise<void> {
      if (picture.length === 0) throw new ServiceError('invalid_params', 'The picture is empty.')
      const { attachmentId, takeKey } = await fileOfSlot(itemId, slotId)
      const sealed = withKey(takeKey, (key) => sealThumbnail(key, { attachmentId, sizeType: size_type }, picture))
      await account.call(thumbnailOperations.thumbnailsPost, {
        body: { thumbnail: { file: new TextEncoder().encode(sealed), size_type, attachment_id: attachmentId } },
      })
      client.noteChange({ name: 'item.updated', eventable_type: 'Item', eventable_id: itemId, value: null })
    },

    /** The smallest thumbnail with at least `pixels`, or else the largest. @throws as `open` */
    async thumbnail(itemId: string, slotId: string, pixels: number): Promise<FilePart> {
      const { attachmentId, takeKey, thumbnails } = await fileOfSlot(itemId, slotId)
      const found = fittingThumbnail(thumbnails, pixels)
      if (found === undefined) throw new ServiceError('not_found', 'The file in this field has no thumbnail.')
      const sealed = await tools.store.readWhole(found.url, MAX_THUMBNAIL_BYTES)
      const text = new TextDecoder().decode(sealed)
      const data = withKey(takeKey, (key) => openThumbnail(key, { attachmentId, sizeType: found.size_type }, text))
      return { byte_size: data.length, first: 0, last: data.length - 1, data: Uint8Array.from(data) }
    },
  }

  async function open(itemId: string, slotId: string): Promise<ReadableFile> {
    const { attachmentId, attachment, keyText, takeKey } = await fileOfSlot(itemId, slotId)
    if (attachment?.is_direct_upload === false) {
      const requireAccess = async () =>
        void (await account.call(attachmentOperations.attachmentsIdGet, { params: { id: attachmentId } }))
      return { file: await openWholeFile(tools, attachment, takeKey()), requireAccess }
    }
    if (keyText === null) throw keyIsMissing()
    return { file: await openFile(tools, attachmentId, keyText) }
  }

  async function fileOfSlot(itemId: string, slotId: string) {
    const { reply, read } = await readOneSlot(client, itemId, slotId)
    const { attachment_id: attachmentId } = read.slot
    if (attachmentId === null) throw new ServiceError('not_found', 'This field has no file.')
    const attachment = reply.attachments.find(({ id }) => id === attachmentId)
    return {
      attachmentId,
      attachment,
      keyText: read.value,
      thumbnails: reply.thumbnails.filter(({ attachment_id }) => attachment_id === attachmentId),
      takeKey: () => (read.value === null ? keyOfOwner(reply, attachment) : parseFileKey(read.value)),
    }
  }

  /** A file in one piece whose slot has no value is sealed under the data encryption key of its owner. */
  function keyOfOwner({ item }: ItemReply, attachment: Attachment | undefined): FileKey {
    if (!item.own || attachment?.is_direct_upload !== false) throw keyIsMissing()
    return { family: 'published', key: attachmentKey(copyKey(account.keys().dataEncryptionKey)) }
  }
}

function keyIsMissing(): ServiceError {
  return new ServiceError('value_cannot_be_opened', 'The key of this file is missing.')
}

function withKey<Result>(takeKey: () => FileKey, work: (key: FileKey) => Result): Result {
  try {
    const fileKey = takeKey()
    try {
      return work(fileKey)
    } finally {
      wipe(fileKey.key)
    }
  } catch (error) {
    throw namedFault(error)
  }
}

function fittingThumbnail(thumbnails: readonly Thumbnail[], pixels: number): Thumbnail | undefined {
  const bySize = thumbnails.toSorted((a, b) => pixelsOf(a) - pixelsOf(b))
  return bySize.find((thumbnail) => pixelsOf(thumbnail) >= pixels) ?? bySize.at(-1)
}

/** Reads the width from a type like `256x256/jpg`. */
function pixelsOf({ size_type }: Thumbnail): number {
  return Number.parseInt(size_type, 10)
}
