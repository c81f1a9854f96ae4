import { MAX_FILENAME_LENGTH } from '../../../shared/contract/attachments.ts'

/**
 * Port for storing files. Implemented by the vault's operations on attachments and the block transfer at their
 * addresses (docs/contract/client-crypto.md, Files: uploading), in process or over HTTP.
 */
export interface FileStore {
  /** Requests an upload address for a blob; `byte_size` counts the stored bytes: content and seals. */
  requestUpload(blob: FileDescription & { readonly byte_size: number }, part: FilePartName): Promise<UploadTarget>
  /** Stores a block, once more if it is there already. It keeps no reference to `bytes` once it answers. */
  putBlock(url: string, blockId: string, bytes: Uint8Array): Promise<void>
  /** Joins blocks to the blob, in this order. */
  commitBlocks(url: string, blockIds: readonly string[], contentType: string): Promise<void>
  /** Makes an attachment of a file and its artefacts. */
  createAttachment(blobs: AttachmentBlobs): Promise<{ readonly id: string }>
  getAttachment(attachmentId: string): Promise<StoredAttachment>
  /**
   * Reads a part of a blob into existing memory.
   *
   * @returns the number of bytes read, fewer than requested at the end of the blob
   */
  readInto(url: string, start: number, into: Uint8Array): Promise<number>
  /** Reads a short blob whole, into memory of its own. @throws {ServiceError} `payload_too_large` when it is longer */
  readWhole(url: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>>
}

/** The part of a store that moves bytes; the rest are operations of the vault. */
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
  /** A signed address, which is a temporary right by itself. */
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

/** `block` and its number padded with blanks to five characters, in Base64: the block id of every client. */
export function blockIdOf(index: number): string {
  return Buffer.from(`block${String(index).padStart(5)}`).toString('base64')
}

/** Reverses {@link blockIdOf}. */
export function blockIndexOf(blockId: string): number {
  return Number(Buffer.from(blockId, 'base64').toString().slice('block'.length))
}

/** The list that joins blocks, as every client writes it. */
export function blockListText(blockIds: readonly string[]): string {
  const latest = blockIds.map((id) => `<Latest>${id}</Latest>`).join('')
  return `<?xml version="1.0" encoding="utf-8"?><BlockList>${latest}</BlockList>`
}

/** The name of a file's artefacts: that of the file, cut to the longest allowed name. */
export function artefactsName(filename: string): string {
  return `${filename.slice(0, MAX_FILENAME_LENGTH - ARTEFACTS.length).toWellFormed()}${ARTEFACTS}`
}

const ARTEFACTS = '.encryption_artifacts'
