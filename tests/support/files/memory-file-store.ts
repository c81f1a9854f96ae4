import { CallError } from '../../../shared/contract/caller.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { FileDescription, FileStore } from '../../../src-main/client/files/file-store.ts'

/** Blocks, then one file (docs/contract/client-crypto.md, Files: uploading). */
export interface StoredBlob extends FileDescription {
  readonly id: number
  readonly key: string
  readonly byte_size: number
  readonly blocks: Map<string, Buffer>
  committed: Buffer | undefined
}

/** What a service keeps of files, in memory, and what it can be made to do wrong. */
export interface MemoryFileStore extends FileStore {
  readonly blobs: StoredBlob[]
  readonly attachments: { readonly id: string; readonly main: StoredBlob; readonly artefacts: StoredBlob }[]
  /** Called with every call before it is carried out; what it throws is the answer. */
  before: (call: keyof FileStore, url?: string) => void | Promise<void>
  /** Called when a block is stored: what it throws stands for an answer that never arrives. */
  afterPut: () => void
}

export function memoryFileStore(): MemoryFileStore {
  const blobs: StoredBlob[] = []
  const attachments: MemoryFileStore['attachments'] = []
  const store: MemoryFileStore = {
    blobs,
    attachments,
    before: () => undefined,
    afterPut: () => undefined,
    async requestUpload(description) {
      await store.before('requestUpload')
      const id = blobs.length + 1
      const key = `blob-key-${id}`
      blobs.push({ ...description, id, key, blocks: new Map(), committed: undefined })
      return { blob_id: id, blob_key: key, url: `http://store/uploads/${key}?sig=${id}` }
    },
    async putBlock(url, blockId, bytes) {
      await store.before('putBlock', url)
      const blob = open(url)
      if (blob.committed !== undefined) throw refusal(409)
      blob.blocks.set(blockId, Buffer.from(bytes))
      store.afterPut()
    },
    async commitBlocks(url, blockIds) {
      await store.before('commitBlocks', url)
      const blob = open(url)
      if (blob.committed !== undefined) throw refusal(409)
      blob.committed = Buffer.concat(blockIds.map((id) => blob.blocks.get(id) ?? refuse(400)))
    },
    async createAttachment(named) {
      await store.before('createAttachment')
      const main = committed(named.blob_id, named.blob_key)
      const artefacts = committed(named.encrypted_artifact_blob_id, named.encrypted_artifact_blob_key)
      if (main.committed?.length !== main.byte_size) throw refusal(400)
      const id = `attachment-${attachments.length + 1}`
      attachments.push({ id, main, artefacts })
      return { id }
    },
    async getAttachment(attachmentId) {
      await store.before('getAttachment')
      const { id, main, artefacts } = attachments.find((one) => one.id === attachmentId) ?? refuse(404)
      const { filename, content_type, byte_size } = main
      return {
        id,
        main: { filename, content_type, bytesize: byte_size, url: `http://store/uploads/${main.key}?` },
        encryption_artifact: { url: `http://store/uploads/${artefacts.key}?` },
      }
    },
    async readInto(url, start, into) {
      await store.before('readInto', url)
      const part = content(url).subarray(start, start + into.length)
      into.set(part)
      return part.length
    },
    async readWhole(url, maxBytes) {
      await store.before('readWhole', url)
      const whole = content(url)
      if (whole.length > maxBytes) throw new ServiceError('payload_too_large', 'The file is longer than that.')
      return Uint8Array.from(whole)
    },
  }
  return store

  function open(url: string): StoredBlob {
    const key = /uploads\/([^?]+)\?/.exec(url)?.[1]
    return blobs.find((blob) => blob.key === key) ?? refuse(404)
  }

  function content(url: string): Buffer {
    return open(url).committed ?? refuse(404)
  }

  function committed(id: number, key: string): StoredBlob {
    const blob = blobs.find((one) => one.id === id && one.key === key)
    return blob?.committed === undefined ? refuse(400) : blob
  }
}

export function refusal(status: number): CallError {
  return new CallError('block store', status, [])
}

function refuse(status: number): never {
  throw refusal(status)
}
