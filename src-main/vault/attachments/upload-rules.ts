import { MAX_ARTEFACTS_BYTES } from '../../../shared/contract/attachments.ts'
import { MAX_BLOCK_BYTES, MAX_BLOCKS } from '../../../shared/contract/block-store.ts'
import { faultyFieldsError, phrase, ServiceError } from '../../../shared/contract/errors.ts'
import type { ErrorCode } from '../../../shared/contract/errors.ts'
import type { StoredBlob, StoredBlock } from './blob-store.ts'

/** The number of a user's files that are not used yet. */
const MAX_OPEN_UPLOADS = 64

/** @throws {ServiceError} `too_many_requests` */
export function refuseManyUploads(openUploads: number): void {
  if (openUploads < MAX_OPEN_UPLOADS) return
  throw new ServiceError(
    'too_many_requests',
    phrase`${MAX_OPEN_UPLOADS} uploads of yours are not finished; finish them, or wait a day until they are deleted.`,
    { retryAfterSeconds: 60 },
  )
}

/** @throws {ServiceError} `wrong_status` */
export function refuseJoined({ committed_at }: StoredBlob): void {
  if (committed_at !== null) throw new ServiceError('wrong_status', 'The blocks of this file are already joined.')
}

interface Uploaded {
  /** Blocks of the file so far. */
  readonly blocks: number
  readonly bytes: number
  /** The block that is replaced. */
  readonly replaced: Pick<StoredBlock, 'byte_size'> | undefined
}

/**
 * Refuses a block that may not be added to an upload. A file may be one block longer than declared, since a block may
 * be sent under a second id before the first one is left out of the list.
 *
 * @throws {ServiceError} `wrong_status`, `invalid_params`, `payload_too_large`
 */
export function refuseBlock(
  blob: StoredBlob,
  { id, bytes: added }: { readonly id: string; readonly bytes: number },
  { blocks, bytes, replaced }: Uploaded,
): void {
  refuseJoined(blob)
  if (id === '') throw faulty('blockid', 'is missing', 'param_missing')
  if (added === 0) throw new ServiceError('invalid_params', 'A block must not be empty.')
  if (added > MAX_BLOCK_BYTES) {
    throw new ServiceError('payload_too_large', `A block must not be larger than ${MAX_BLOCK_BYTES} bytes.`)
  }
  if (replaced === undefined && blocks >= MAX_BLOCKS) {
    throw new ServiceError('invalid_params', phrase`A file must not have more than ${MAX_BLOCKS} blocks.`)
  }
  if (bytes - (replaced?.byte_size ?? 0) + added > blob.byte_size + MAX_BLOCK_BYTES) {
    throw new ServiceError(
      'payload_too_large',
      `The file was declared with ${blob.byte_size} bytes, and the blocks are more.`,
    )
  }
}

/** A block with its offset in the joined file. */
export interface PlacedBlock {
  readonly block_id: string
  readonly first_byte: number
}

/**
 * Joins blocks in the order of a list.
 *
 * @throws {ServiceError} `invalid_params` for an id that was not uploaded, or appears twice
 */
export function joinBlocks(
  ids: readonly string[],
  blocks: readonly StoredBlock[],
): { readonly placed: readonly PlacedBlock[]; readonly size: number } {
  const left = new Map(blocks.map((block) => [block.block_id, block.byte_size]))
  const placed: PlacedBlock[] = []
  let size = 0
  for (const [index, block_id] of ids.entries()) {
    const bytes = left.get(block_id)
    if (bytes === undefined) {
      throw new ServiceError('invalid_params', `Entry ${index + 1} of the list is not a block, or is listed twice.`)
    }
    left.delete(block_id)
    placed.push({ block_id, first_byte: size })
    size += bytes
  }
  return { placed, size }
}

interface NamedBlob {
  readonly blob: StoredBlob | undefined
  /** The key as the caller sent it. */
  readonly key: string
  readonly userId: string
  readonly path: string
}

/**
 * Requires a file that can become part of an attachment: uploaded by this user, with the right key, joined, and unused.
 *
 * @throws {ServiceError} `blob_mismatch`, `blob_not_uploaded`
 */
export function requireUploaded({ blob, key, userId, path }: NamedBlob): StoredBlob & { readonly stored_size: number } {
  if (blob === undefined || blob.user_id !== userId || blob.blob_key !== key) {
    throw faulty(path, 'names no upload of yours with this key', 'blob_mismatch')
  }
  if (blob.is_linked === 1) throw faulty(path, 'is already in use', 'blob_mismatch')
  const { stored_size } = blob
  if (stored_size === null) {
    throw faulty(path, 'was not uploaded: send its blocks, then their list', 'blob_not_uploaded')
  }
  return { ...blob, stored_size }
}

/** @throws {ServiceError} `blob_mismatch` if the file does not have the declared size */
export function requireDeclaredSize({ byte_size, stored_size }: StoredBlob): void {
  if (byte_size === stored_size) return
  throw faulty('blob.blob_id', `has ${stored_size ?? 0} bytes and was declared with ${byte_size}`, 'blob_mismatch')
}

/** @throws {ServiceError} `payload_too_large` for anything too large to be encryption artefacts */
export function refuseLargeArtefacts({ stored_size }: Pick<StoredBlob, 'stored_size'>): void {
  if (stored_size === null || stored_size <= MAX_ARTEFACTS_BYTES) return
  throw new ServiceError(
    'payload_too_large',
    `An artefacts file must not be larger than ${MAX_ARTEFACTS_BYTES} bytes; this one has ${stored_size}.`,
    { extraInfo: { parameter: 'blob.encrypted_artifact_blob_id' } },
  )
}

/**
 * @param limit the storage limit of a user in bytes, if there is one
 * @throws {ServiceError} `payload_too_large`
 */
export function refuseBeyondLimit(usedBytes: number, addedBytes: number, limit: number | undefined): void {
  if (limit === undefined || usedBytes + addedBytes <= limit) return
  throw new ServiceError('payload_too_large', phrase`Your files may take ${limit} bytes, and ${usedBytes} are taken.`)
}

function faulty(path: string, rule: string, code: ErrorCode): ServiceError {
  return faultyFieldsError([{ path, code, rule }])
}
