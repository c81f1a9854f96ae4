import { z } from 'zod'
import { atMost } from './bounds.ts'
import { FileRange } from './file-range.ts'
import { defineOperations } from './operation.ts'
import { rule } from '../rule-text.ts'

/** Largest block of an upload. */
export const MAX_BLOCK_BYTES = 8 * 1024 * 1024
export const MAX_BLOCKS = 50_000
/** A list of as many blocks as a file may have, with ids as long as they may be. */
const MAX_LIST_BYTES = 8 * 1024 * 1024
export const MAX_BLOCK_ID_LENGTH = 128

/**
 * What an address is signed with: what may be done, until when in seconds since 1970-01-01T00:00:00Z, by whom (an id, or
 * two with a full stop between: for whom, and who acts), and the proof.
 */
export const signature = {
  sp: z.string().check(atMost(8)).default(''),
  se: z.string().check(atMost(32)).default(''),
  su: z.string().check(atMost(80)).default(''),
  sig: z.string().check(atMost(256)).default(''),
}

const Header = z
  .string()
  .check(atMost(20 * 1024))
  .optional()

/** The conditions on which something is read or written, over HTTP from `If-Match` and `If-None-Match`. */
export const preconditions = { if_match: Header, if_none_match: Header }

/**
 * The part of a file that is read: `bytes=a-b`, both ends included, over HTTP from the headers `x-ms-range` and
 * `Range`; and the entity tag of the file that it is a part of, from `If-Range`.
 */
export const partOfFile = { ...preconditions, range: Header, if_range: Header }

export const Bytes = z.instanceof(Uint8Array, { error: 'must be bytes' })

const base = {
  api: 'vault',
  auth: 'none',
  delegation: 'ignored',
  extension: 'unlisted',
  requestForm: 'verbatim',
} as const
const uploads = { ...base, path: '/blob-store/uploads/{blob_key}', params: z.object({ blob_key: z.string() }) } as const

/** Blocks of files, at addresses that were signed before (docs/contract/vault.md, Files: block store). */
export const blockStoreOperations = defineOperations({
  blobStoreUploadsKeyPut: {
    ...uploads,
    method: 'PUT',
    summary: 'Upload a block (`comp=block`), or join the blocks of a list (`comp=blocklist`)',
    query: z.object({
      ...signature,
      ...preconditions,
      comp: z.string().check(atMost(32)).default(''),
      blockid: z
        .string()
        .check(atMost(MAX_BLOCK_ID_LENGTH, rule`must not be longer than ${MAX_BLOCK_ID_LENGTH} characters`))
        .default(''),
    }),
    body: Bytes,
    maxBodyBytes: Math.max(MAX_BLOCK_BYTES, MAX_LIST_BYTES),
    success: { status: 201 },
    errors: [
      'forbidden',
      'url_expired',
      'not_found',
      'wrong_status',
      'invalid_params',
      'precondition_failed',
      'payload_too_large',
      'storage_full',
    ],
  },
  blobStoreUploadsKeyHead: {
    ...uploads,
    method: 'HEAD',
    summary: 'The size of what was uploaded',
    query: z.object(signature),
    success: { status: 200, body: FileRange, file: true },
    errors: ['forbidden', 'url_expired', 'not_found'],
  },
  blobStoreFilesIdGet: {
    ...base,
    method: 'GET',
    path: '/blob-store/files/{blob_id}',
    summary: 'The bytes of a file, or a range of them',
    params: z.object({ blob_id: z.string() }),
    query: z.object({ ...signature, ...partOfFile }),
    success: { status: 200, otherStatus: 206, body: FileRange, file: true },
    errors: ['forbidden', 'url_expired', 'not_found', 'precondition_failed', 'range_not_satisfiable', 'file_damaged'],
  },
})
