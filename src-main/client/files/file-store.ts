import { MAX_FILENAME_LENGTH } from '../../../shared/contract/attachments.ts'

/**
 * Port for storing files, implemented by the vault's attachment operations and a block transfer, in process or over
 * HTTP (docs/contract/client-crypto.md, Files: uploading).
 */
export interface FileStore {
  /** Requests an upload address for a blob; `byte_size` is that of content and seals together. */
  requestUpload(blob: FileDescription & { readonly byte_size: number }, part: FilePartName): Promise<UploadTarget>
  /** Stores or replaces a block. `bytes` may be reused once this resolves. */
  putBlock(url: string, blockId: string, bytes: Uint8Array): Promise<void>
  /** Joins blocks to the blob, in this order. */
  commitBlocks(url: string, blockIds: readonly string[], contentType: string): Promise<void>
  /** Creates an attachment from a file and its artefacts. */
  createAttachment(blobs: AttachmentBlobs): Promise<{ readonly id: string }>
  getAttachment(attachmentId: string): Promise<StoredAttachment>
  /**
   * Reads a part of a blob into existing memory.
   *
   * @returns the number of bytes read, fewer than requested at the end of the blob
   */
  readInto(url: string, start: number, into: Uint8Array): Promise<number>
  /** Reads a whole blob. @throws {ServiceError} `payload_too_large` when it is longer than `maxBytes` */
  readWhole(url: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>>
}

/** The functions of a store that transfer bytes; the others are operations of the vault. */
export type BlockTransfer = Pick<FileStore, 'putBlock' | 'commitBlocks' | 'readInto' | 'readWhole'>

/** The two blobs of a file: its blocks, and the artefacts that describe their layout. */
export type FilePartName = 'content' | 'artefacts'

export interface FileDescription {
  readonly filename: string
  readonly content_type: string
}

export interface UploadTarget {
  readonly blob_id: number
  readonly blob_key: string
  /** A signed address, which grants access for a limited time. */
  readonly url: string
}

export interface AttachmentBlobs {
  readonly blob_id: number
  readonly blob_key: string
  readonly encrypted_artifact_blob_id: number
  readonly encrypted_artifact_blob_key: string
}

export interface StoredAttachment {
  readonly id: string
  readonly main: FileDescription & { readonly bytesize: number; readonly url: string }
  readonly encryption_artifact: { readonly url: string }
}

/** The block id that every client uses: `block` and its number padded to five characters, in Base64. */
export function blockIdOf(index: number): string {
  return Buffer.from(`block${String(index).padStart(5)}`).toString('base64')
}

/** Reverses {@link blockIdOf}. */
export function blockIndexOf(blockId: string): number {
  return Number(Buffer.from(blockId, 'base64').toString().slice('block'.length))
}

/** Formats the list of blocks that form a blob, as every client does. */
export function blockListText(blockIds: readonly string[]): string {
  const latest = blockIds.map((id) => `<Latest>${id}</Latest>`).join('')
  return `<?xml version="1.0" encoding="utf-8"?><BlockList>${latest}</BlockList>`
}

/** The name of a file's artefacts: that of the file, shortened so that the suffix fits. */
export function artefactsName(filename: string): string {
  return `${filename.slice(0, MAX_FILENAME_LENGTH - ARTEFACTS.length).toWellFormed()}${ARTEFACTS}`
}

const ARTEFACTS = '.encryption_artifacts'
