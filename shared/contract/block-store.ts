import { z } from 'zod'
import { atMost } from './bounds.ts'
import { FileRange } from './file-range.ts'
import { defineOperations } from './operation.ts'
import { rule } from '../rule-text.ts'

/** Largest block of an upload. */
export const MAX_BLOCK_BYTES = 8 * 1024 * 1024
export const MAX_BLOCKS = 50_000
/** Room for the longest block list: the most blocks, with the longest ids. */
const MAX_LIST_BYTES = 8 * 1024 * 1024
export const MAX_BLOCK_ID_LENGTH = 128

/**
 * The query of a signed address: what may be done; until when, in seconds since 1970-01-01T00:00:00Z; by whom (the id
 * of a user, or those of account owner and delegate with a full stop between them); and the signature.
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

/** Conditions for reading or writing; over HTTP they come from `If-Match` and `If-None-Match`. */
export const preconditions = { if_match: Header, if_none_match: Header }

/**
 * The range of a file to read, `bytes=a-b` with both ends included, over HTTP from `x-ms-range` or `Range`; and the
 * entity tag from `If-Range` of the file it should be part of.
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
const uploads = { ...base, params: z.object({ blob_key: z.string() }) } as const

/** Operations on blocks of files, at signed addresses (docs/contract/vault.md, Files: block store). */
export const blockStoreOperations = defineOperations({
  blobStoreUploadsKeyPut: {
    ...uploads,
    endpoint: 'PUT /blob-store/uploads/{blob_key}',
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
    endpoint: 'HEAD /blob-store/uploads/{blob_key}',
    summary: 'The size of an uploaded file',
    query: z.object(signature),
    success: { status: 200, body: FileRange, file: true },
    errors: ['forbidden', 'url_expired', 'not_found'],
  },
  blobStoreFilesIdGet: {
    ...base,
    endpoint: 'GET /blob-store/files/{blob_id}',
    summary: 'The bytes of a file, or a range of them',
    params: z.object({ blob_id: z.string() }),
    query: z.object({ ...signature, ...partOfFile }),
    success: { status: 200, otherStatus: 206, body: FileRange, file: true },
    errors: ['forbidden', 'url_expired', 'not_found', 'precondition_failed', 'range_not_satisfiable', 'file_damaged'],
  },
})
