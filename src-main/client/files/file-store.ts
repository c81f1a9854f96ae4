import { MAX_FILENAME_LENGTH } from '../../../shared/contract/attachments.ts'

/**
 * Port: where files lie. The vault's operations of attachments and the block transfer behind the addresses they answer
 * (docs/contract/client-crypto.md, Files: uploading), in process or over HTTP.
 */
export interface FileStore {
  /** Asks for a place for a blob, whose `byte_size` counts what will be stored: content and what seals it. */
  requestUpload(blob: FileDescription & { readonly byte_size: number }, part: FilePartName): Promise<UploadTarget>
  /** Stores a block, once more if it is there already. It keeps no reference to `bytes` once it answers. */
  putBlock(url: string, blockId: string, bytes: Uint8Array): Promise<void>
  /** Joins blocks to the blob, in this order. */
  commitBlocks(url: string, blockIds: readonly string[], contentType: string): Promise<void>
  /** Makes an attachment of a file and its artefacts. */
  createAttachment(blobs: AttachmentBlobs): Promise<{ readonly id: string }>
  getAttachment(attachmentId: string): Promise<StoredAttachment>
  /**
   * Reads a part of a blob into memory that is there.
   *
   * @returns how many bytes came; not all that were asked for where the blob ends before
   */
  readInto(url: string, start: number, into: Uint8Array): Promise<number>
  /** Reads a short blob whole, into memory of its own. @throws {ServiceError} `payload_too_large` when it is longer */
  readWhole(url: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>>
}

/** The part of a store that moves bytes; the rest are operations of the vault. */
export type BlockTransfer = Pick<FileStore, 'putBlock' | 'commitBlocks' | 'readInto' | 'readWhole'>

/** The two blobs of a file: its blocks, and the artefacts that say how they lie. */
export type FilePartName = 'content' | 'artefacts'

export interface FileDescription {
  readonly filename: string
  readonly content_type: string
}

export interface UploadTarget {
  readonly blob_id: number
  readonly blob_key: string
  /** Authorizes by itself, for a while. */
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

/** `block` and its number in five places, blanks before it, in Base64: as every client names its blocks. */
export function blockIdOf(index: number): string {
  return Buffer.from(`block${String(index).padStart(5)}`).toString('base64')
}

/** Reverses {@link blockIdOf}. */
export function blockIndexOf(blockId: string): number {
  return Number(Buffer.from(blockId, 'base64').toString().slice('block'.length))
}

/** What joins blocks, as every client writes it. */
export function blockListText(blockIds: readonly string[]): string {
  const latest = blockIds.map((id) => `<Latest>${id}</Latest>`).join('')
  return `<?xml version="1.0" encoding="utf-8"?><BlockList>${latest}</BlockList>`
}

/** The artefacts of a file are named after it, as far as a name may be long. */
export function artefactsName(filename: string): string {
  return `${filename.slice(0, MAX_FILENAME_LENGTH - ARTEFACTS.length).toWellFormed()}${ARTEFACTS}`
}

const ARTEFACTS = '.encryption_artifacts'
