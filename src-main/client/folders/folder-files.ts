/*
 * How files are stored in a folder (docs/contract/client-crypto.md, Files: folders), by name: key the folder's key and
 * label, sealed for its owner <file>.<n> block n of a file <file>.artefacts.0 the layout of its blocks, with its sealed
 * name and type <file>.key the file's key under that of the folder; written last, so that no incomplete file is listed
 */
import { MAX_UPLOAD_BYTES } from '../../../shared/contract/attachments.ts'
import { phrase, ServiceError } from '../../../shared/contract/errors.ts'
import type { FileStore } from '../files/file-store.ts'
import { blockIndexOf } from '../files/file-store.ts'
import type { FolderPlace, NamedBytes } from './folder-place.ts'

export const FOLDER_KEY_NAME = 'key'

export const fileKeyName = (fileId: string): string => `${fileId}.key`

const artefactsOf = (fileId: string): string => `${fileId}.artefacts`

/** A block and its position in the file. */
interface Block {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** The ids of the complete files, oldest first: ids begin with the time. */
export function fileIdsIn(names: readonly NamedBytes[]): readonly string[] {
  const ending = fileKeyName('')
  return names
    .flatMap(({ name }) => (name.endsWith(ending) ? [name.slice(0, -ending.length)] : []))
    .toSorted((one, other) => (one < other ? -1 : 1))
}

/** The stored names of a file. The key is first, so that a file is gone as soon as its deletion begins. */
export function namesOfFile(names: readonly NamedBytes[], fileId: string): readonly string[] {
  const all = names.flatMap(({ name }) => (name.startsWith(`${fileId}.`) ? [name] : []))
  return [fileKeyName(fileId), ...all.filter((name) => name !== fileKeyName(fileId))]
}

/** Deletes all stored parts of a file. */
export async function removeFile(place: FolderPlace, fileId: string): Promise<void> {
  for (const name of namesOfFile(await place.list(), fileId)) await place.remove(name)
}

/**
 * A file store for one file of a folder, so that it is uploaded and read like any other. Each block is a file of the
 * folder; name and type are sealed into the artefacts.
 *
 * @param known the contents of the folder, if already read
 */
export function folderFileStore(place: FolderPlace, fileId: string, known?: readonly NamedBytes[]): FileStore {
  let blocks: readonly Block[] | undefined

  return {
    async requestUpload({ byte_size }, part) {
      if (byte_size > MAX_UPLOAD_BYTES) {
        throw new ServiceError('payload_too_large', phrase`A file must not be larger than ${MAX_UPLOAD_BYTES} bytes.`)
      }
      await place.facts()
      const name = part === 'content' ? fileId : artefactsOf(fileId)
      return { blob_id: 0, blob_key: name, url: name }
    },
    putBlock: (url, blockId, bytes) => place.write(`${url}.${blockIndexOf(blockId)}`, bytes),
    /** Deletes surplus blocks of an earlier attempt. */
    async commitBlocks(url, blockIds) {
      const later = blocksIn(await place.list(), url).slice(blockIds.length)
      for (const { name } of later) await place.remove(name)
    },
    createAttachment: () => Promise.resolve({ id: fileId }),
    async getAttachment() {
      blocks = blocksIn(known ?? (await place.list()), fileId)
      const main = { filename: '', content_type: '', bytesize: blocks.at(-1)?.end ?? 0, url: fileId }
      return { id: fileId, main, encryption_artifact: { url: artefactsOf(fileId) } }
    },
    async readInto(url, start, into) {
      blocks ??= blocksIn(await place.list(), url)
      const end = start + into.length
      let read = 0
      for (const block of blocks.filter((one) => one.start < end && one.end > start)) {
        const bytes = (await place.read(block.name)).subarray(Math.max(0, start - block.start), end - block.start)
        into.set(bytes, read)
        read += bytes.length
      }
      return read
    },
    async readWhole(url, maxBytes) {
      const bytes = await place.read(`${url}.0`)
      if (bytes.length <= maxBytes) return bytes
      throw new ServiceError('payload_too_large', 'The file is too long to be read at once.')
    },
  }
}

function blocksIn(names: readonly NamedBytes[], blob: string): readonly Block[] {
  const found = names.flatMap(({ name, bytesize }) => {
    const index = name.startsWith(`${blob}.`) ? name.slice(blob.length + 1) : ''
    return /^\d+$/.test(index) ? [{ name, bytesize, index: Number(index) }] : []
  })
  let start = 0
  return found
    .toSorted((one, other) => one.index - other.index)
    .map(({ name, bytesize }) => {
      const block = { name, start, end: start + bytesize }
      start = block.end
      return block
    })
}
