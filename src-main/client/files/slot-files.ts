import { MAX_THUMBNAIL_BYTES } from '../../../shared/contract/attachments.ts'
import { sentenceOf, ServiceError } from '../../../shared/contract/errors.ts'
import type { FilePart } from '../../../shared/contract/file-stretch.ts'
import type { SizeType, Thumbnail } from '../../../shared/contract/files.ts'
import { thumbnailOperations } from '../../../shared/contract/thumbnails.ts'
import type { OpenedFileFacts } from '../../../shared/contract/workbench-files.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import { parseFileKey } from '../../crypto/files/attachment-key.ts'
import type { FileKey } from '../../crypto/files/attachment-key.ts'
import { openThumbnail, sealThumbnail } from '../../crypto/files/thumbnail.ts'
import { wipe } from '../../crypto/keys.ts'
import type { Client } from '../client.ts'
import { readOneSlot } from '../items/open-items.ts'
import { KIND_BYTES, kindOf } from './file-kind.ts'
import type { OpenedFile } from './open-file.ts'
import { openFile, readFileBytes } from './open-file.ts'
import type { FileTools } from './upload-file.ts'

export type SlotFiles = ReturnType<typeof createSlotFiles>

interface Held {
  readonly file: Promise<OpenedFile>
  end: NodeJS.Timeout
}

/** A file stays open for so long after it was last read. */
const HELD_MS = 60_000

/**
 * The files of slots, own and received, of one user. What was opened stays open for a minute, because a file is read in
 * parts; its key is wiped with those of the user.
 */
export function createSlotFiles(client: Client, tools: FileTools) {
  const held = new Map<string, Held>()
  client.account.whenWiped(() => {
    for (const name of held.keys()) drop(name)
  })

  return {
    /** @throws {ServiceError} `not_found`, `value_cannot_be_opened` */
    open: (itemId: string, slotId: string): Promise<OpenedFileFacts> =>
      reading(itemId, slotId, async (file) => {
        const first = await readFileBytes(file, { range: { start: 0, end: Math.min(KIND_BYTES, file.size) } })
        return { ...file.names, size: file.size, kind: kindOf(first) }
      }),

    /** As many bytes as there are. @throws as `open` */
    part: (itemId: string, slotId: string, { start, bytes }: { start: number; bytes: number }): Promise<FilePart> =>
      reading(itemId, slotId, async (file) => {
        const end = Math.min(start + bytes, file.size)
        if (start >= end) return { byte_size: file.size, first: 0, last: -1, data: new Uint8Array() }
        const data = await readFileBytes(file, { range: { start, end } })
        return { byte_size: file.size, first: start, last: end - 1, data }
      }),

    /** Seals a smaller picture of the file of an own slot. @throws as `open` */
    async putThumbnail(itemId: string, slotId: string, size_type: SizeType, picture: Uint8Array): Promise<void> {
      if (picture.length === 0) throw new ServiceError('invalid_params', 'The picture is empty.')
      const { attachmentId, keyText } = await fileOfSlot(itemId, slotId)
      const sealed = withKey(keyText, (key) => sealThumbnail(key, { attachmentId, sizeType: size_type }, picture))
      await client.account.call(thumbnailOperations.thumbnailsPost, {
        body: { thumbnail: { file: new TextEncoder().encode(sealed), size_type, attachment_id: attachmentId } },
      })
      client.noteChange({ name: 'item.updated', eventable_type: 'Item', eventable_id: itemId, value: null })
    },

    /** The smallest that has so many pixels, or else the largest. @throws as `open` */
    async thumbnail(itemId: string, slotId: string, pixels: number): Promise<FilePart> {
      const { attachmentId, keyText, thumbnails } = await fileOfSlot(itemId, slotId)
      const found = fittingThumbnail(thumbnails, pixels)
      if (found === undefined) throw new ServiceError('not_found', 'The file of this field has no smaller picture.')
      const sealed = await tools.store.readWhole(found.url, MAX_THUMBNAIL_BYTES)
      const text = new TextDecoder().decode(sealed)
      const data = withKey(keyText, (key) => openThumbnail(key, { attachmentId, sizeType: found.size_type }, text))
      return { byte_size: data.length, first: 0, last: data.length - 1, data: Uint8Array.from(data) }
    },
  }

  async function reading<Result>(
    itemId: string,
    slotId: string,
    work: (file: OpenedFile) => Promise<Result>,
  ): Promise<Result> {
    const name = `${itemId} ${slotId}`
    try {
      const result = await work(await hold(name, () => open(itemId, slotId)))
      held.get(name)?.end.refresh()
      return result
    } catch (error) {
      throw namedFault(error)
    }
  }

  function hold(name: string, open: () => Promise<OpenedFile>): Promise<OpenedFile> {
    const known = held.get(name)
    if (known !== undefined) {
      known.end.refresh()
      return known.file
    }
    const file = open()
    held.set(name, { file, end: setTimeout(() => drop(name), HELD_MS).unref() })
    file.catch(() => drop(name))
    return file
  }

  function drop(name: string): void {
    const known = held.get(name)
    if (known === undefined) return
    clearTimeout(known.end)
    held.delete(name)
    known.file.then(
      (file) => file.close(),
      () => undefined,
    )
  }

  async function open(itemId: string, slotId: string): Promise<OpenedFile> {
    const { attachmentId, keyText, isInOnePiece } = await fileOfSlot(itemId, slotId)
    if (isInOnePiece) throw new ServiceError('value_cannot_be_opened', IN_ONE_PIECE)
    return openFile(tools, attachmentId, keyText)
  }

  async function fileOfSlot(itemId: string, slotId: string) {
    const { reply, read } = await readOneSlot(client, itemId, slotId)
    const { attachment_id: attachmentId } = read.slot
    if (attachmentId === null || read.value === null) throw new ServiceError('not_found', 'This field has no file.')
    const attachment = reply.attachments.find(({ id }) => id === attachmentId)
    return {
      attachmentId,
      keyText: read.value,
      isInOnePiece: attachment?.is_direct_upload === false,
      thumbnails: reply.thumbnails.filter(({ attachment_id }) => attachment_id === attachmentId),
    }
  }
}

const IN_ONE_PIECE = 'This file was stored in one piece by another program, in a form that is not known here.'

/** What does not open says why; the key of a file is never a part of it. */
function namedFault(error: unknown): unknown {
  if (!(error instanceof CryptoError)) return error
  return new ServiceError('value_cannot_be_opened', sentenceOf(error.message), { cause: error })
}

function withKey<Result>(keyText: string, work: (key: FileKey) => Result): Result {
  try {
    const fileKey = parseFileKey(keyText)
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

/** Of `256x256/jpg` and its like. */
function pixelsOf({ size_type }: Thumbnail): number {
  return Number.parseInt(size_type, 10)
}
