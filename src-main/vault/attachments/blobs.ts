import { createHash, subtle } from 'node:crypto'
import { phrase, ServiceError } from '../../../shared/contract/errors.ts'
import type { FileRange } from '../../../shared/contract/file-range.ts'
import { MAX_BLOCK_BYTES } from '../../../shared/contract/block-store.ts'
import type { PublicCall } from '../../service/call.ts'
import { failedPrecondition, requirePreconditions } from '../../service/preconditions.ts'
import type { Preconditions } from '../../service/preconditions.ts'
import type { BlockFiles, Log } from '../../service/ports.ts'
import type { BlobStore, StoredBlob, StoredBlock } from './blob-store.ts'
import { readRange } from './byte-range.ts'
import type { ByteRange } from './byte-range.ts'

/** A file that is uploaded in one piece is split into blocks of this size, so that a range needs only some of them. */
const SPLIT_BLOCK_BYTES = 1024 * 1024

/** The range and preconditions of a read (`partOfFile` in the contract). */
interface RangeRequest extends Preconditions {
  readonly range?: string | undefined
  readonly if_range?: string | undefined
}

/** A block on disk to which no row refers yet. */
export type WrittenBlock = Pick<StoredBlock, 'file_name' | 'byte_size' | 'sha256'>

interface BlobDependencies {
  readonly store: BlobStore
  readonly files: BlockFiles
  /** Returns a random name of 32 characters. */
  readonly newName: () => string
  /** Throws if storing this many more bytes would exceed the user's storage limit. */
  readonly requireRoomFor: (userId: string, bytes: number) => void
  readonly log: Log
}

export type Blobs = ReturnType<typeof createBlobs>

/** Stores the bytes of files. They are written before the transaction that refers to them, and verified when read. */
export function createBlobs({ store, files, newName, requireRoomFor, log }: BlobDependencies) {
  return { writeBlock, writeBlocks, removeOnFailure, addFile, readFileRange, newName, removeFiles }

  /** Writes a block to disk under a new name, and flushes it. */
  async function writeBlock(bytes: Uint8Array): Promise<WrittenBlock> {
    const file_name = newName()
    const [sha256] = await Promise.all([digestOf(bytes), files.write(file_name, bytes)])
    return { file_name, byte_size: bytes.length, sha256 }
  }

  /** Splits a whole file into blocks and writes them; if one fails, those already written are removed. */
  async function writeBlocks(bytes: Uint8Array): Promise<readonly WrittenBlock[]> {
    const written: WrittenBlock[] = []
    try {
      for (let first = 0; first < bytes.length; first += SPLIT_BLOCK_BYTES) {
        written.push(await writeBlock(bytes.subarray(first, first + SPLIT_BLOCK_BYTES)))
      }
      return written
    } catch (fault) {
      removeFiles(written.map(({ file_name }) => file_name))
      throw fault
    }
  }

  /** Removes written blocks if their call fails. */
  function removeOnFailure(call: Pick<PublicCall, 'afterFailure'>, written: readonly WrittenBlock[]): void {
    call.afterFailure(() => {
      removeFiles(written.map(({ file_name }) => file_name))
    })
  }

  /**
   * Adds the rows of a whole file and its blocks. The limit is checked again, because concurrent calls may all have
   * passed the first check. The caller must delete a replaced file first.
   *
   * @returns the id of the file, which counts as linked from now on
   * @throws {ServiceError} `payload_too_large`
   */
  function addFile(
    call: Pick<PublicCall, 'now'>,
    { user_id, filename, content_type }: Pick<StoredBlob, 'user_id' | 'filename' | 'content_type'>,
    written: readonly WrittenBlock[],
  ): number {
    const byte_size = written.reduce((sum, block) => sum + block.byte_size, 0)
    requireRoomFor(user_id, byte_size)
    const times = { created_at: call.now, committed_at: call.now }
    const blob = { user_id, filename, content_type, byte_size, stored_size: byte_size, is_linked: 1 as const, ...times }
    const blob_id = store.addBlob({ ...blob, blob_key: newName() })
    let first_byte = 0
    for (const [index, block] of written.entries()) {
      store.addBlock({ ...block, blob_id, block_id: String(index), first_byte })
      first_byte += block.byte_size
    }
    return blob_id
  }

  /**
   * Reads a range of a committed file and verifies the digest of every block it needs, so that damaged blocks are never
   * sent.
   *
   * Without a range, or when `if_range` does not match this file, the range is the whole file. One reply holds at most
   * 8 MiB.
   *
   * @returns a function that completes the reply to a call
   * @throws {ServiceError} `not_found`, `precondition_failed`, `range_not_satisfiable`, `file_damaged`
   */
  async function readFileRange(blob: StoredBlob, { range, if_range, if_match, if_none_match }: RangeRequest) {
    if (blob.stored_size === null) throw fileNotFound()
    const tag = tagOf(blob)
    requirePreconditions({ if_match }, { tag })
    // Conditions are evaluated before ranges (RFC 9110, 13.2.2): a client that has the file gets 304 for any range.
    const isRanged = failedPrecondition({ if_none_match }, { tag }) === undefined && (if_range ?? tag).trim() === tag
    const part = readRange(isRanged ? range : undefined, blob.stored_size)
    const fileRange = await readBytes(blob, part ?? { first: 0, last: blob.stored_size - 1 })
    return (call: Pick<PublicCall, 'answerWithOtherStatus' | 'addHeader'>): FileRange => {
      if (part !== undefined) call.answerWithOtherStatus()
      call.addHeader('ETag', tag)
      return { filename: blob.filename, byte_size: blob.stored_size ?? 0, ...fileRange }
    }
  }

  async function readBytes(blob: StoredBlob, { first, last }: ByteRange) {
    const end = Math.min(last, first + MAX_BLOCK_BYTES - 1)
    const parts: Uint8Array<ArrayBuffer>[] = []
    for (const block of store.blocksBetween(blob.id, first, end)) {
      const start = block.first_byte ?? 0
      const bytes = await readBlock(blob, block)
      parts.push(bytes.subarray(Math.max(0, first - start), end - start + 1))
    }
    const data = parts.length === 1 ? (parts[0] ?? new Uint8Array()) : concatenate(parts)
    if (data.length !== end - first + 1) throw damaged(blob, first, 'is incomplete')
    return { first, last, data }
  }

  async function readBlock(blob: StoredBlob, block: StoredBlock): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await files.read(block.file_name, block.byte_size)
    if (bytes !== undefined && Buffer.compare(await digestOf(bytes), block.sha256) === 0) return bytes
    if (store.findBlob(blob.id) === undefined) throw fileNotFound() // the file was deleted during the read
    const fault = damaged(blob, block.first_byte ?? 0, bytes === undefined ? 'is missing' : 'was changed')
    log.error(`block ${block.file_name} of blob ${blob.id} differs from what was written`, fault)
    throw fault
  }

  /** Removes blocks in the background. A failure is only logged: leftover blocks are deleted at the next start. */
  function removeFiles(names: readonly string[]): void {
    if (names.length === 0) return
    files.remove(names).catch((fault: unknown) => {
      log.error('unreferenced blocks could not be deleted', fault)
    })
  }
}

/** Returns the entity tag of a committed file. Its bytes never change, so its unique random key identifies them. */
export function tagOf({ blob_key }: Pick<StoredBlob, 'blob_key'>): string {
  return `"${createHash('sha256').update(blob_key).digest('base64url')}"`
}

/** Computes the digest on Node's thread pool, because a block takes more than half a millisecond. */
async function digestOf(bytes: Uint8Array): Promise<Buffer> {
  return Buffer.from(await subtle.digest('SHA-256', bytes))
}

/** The result owns its memory, whereas `Buffer.concat` takes small results from a shared pool. */
function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let next = 0
  for (const part of parts) {
    whole.set(part, next)
    next += part.length
  }
  return whole
}

function damaged({ filename }: StoredBlob, first: number, what: string): ServiceError {
  const name = filename.slice(0, 255)
  return new ServiceError('file_damaged', phrase`The stored block of "${name}" that begins at byte ${first} ${what}.`)
}

export function fileNotFound(): ServiceError {
  return new ServiceError('not_found', 'There is no file at this address.')
}
