import { z } from 'zod'
import { atLeast, atMost } from './bounds.ts'
import { Attachment } from './files.ts'
import { answer, defineOperations } from './operation.ts'
import { pagingQuery, pagingReply } from './paging.ts'
import { failsWith, Id, ReplyCipherText, ReplyId, ReplyTime, namedObject } from './values.ts'

const RemoteFile = namedObject('RemoteFile', {
  filename: z.string(),
  content_type: z.string(),
  bytesize: z.int(),
  url: z.string(),
})

/** The same record as an {@link Attachment}, with the two files it consists of. */
export const DirectAttachment = namedObject('DirectAttachment', {
  id: ReplyId,
  /** The size of the stored file, as decimal text. */
  bytesize: z.string().nullable(),
  bytesize_checked_at: ReplyTime.nullable(),
  created_at: ReplyTime,
  main: RemoteFile,
  encryption_artifact: RemoteFile,
})
export type DirectAttachment = z.infer<typeof DirectAttachment>

const CompactAttachment = namedObject('CompactAttachment', {
  id: ReplyId,
  filename: z.string(),
  url: z.string(),
  /** Extensions: the stored size in bytes, and the time of storing. */
  byte_size: z.int(),
  created_at: ReplyTime,
})

const CompactSlot = namedObject('CompactSlot', {
  id: ReplyId,
  attachment_id: ReplyId,
  encrypted_value: ReplyCipherText.nullable(),
})

/** The address to which the blocks of a file are uploaded. */
const DirectUploadUrl = namedObject('AttachmentDirectUploadUrl', {
  blob_id: z.int(),
  blob_key: z.string(),
  url: z.string(),
})
export type DirectUploadUrl = z.infer<typeof DirectUploadUrl>

const MEBIBYTE = 1024 * 1024
/** The limit counts plain bytes; cipher text of 2 GiB in blocks is a little longer. */
export const MAX_UPLOAD_BYTES = 2048 * MEBIBYTE + MEBIBYTE
export const MAX_SINGLE_PART_BYTES = 32 * MEBIBYTE
/** Twice what published clients need for the largest file. */
export const MAX_ARTEFACTS_BYTES = MEBIBYTE
export const MAX_THUMBNAIL_BYTES = 2 * MEBIBYTE
/** Room for the other fields of a form. */
export const FORM_OVERHEAD_BYTES = 64 * 1024

export const MAX_FILENAME_LENGTH = 1_024

/** A label, stored as received: no file on disk is ever named after it. */
export const Filename = z
  .string()
  .check(atLeast(1, 'must not be empty'))
  .check(atMost(MAX_FILENAME_LENGTH, 'must not be longer than 1,024 characters'))
export const ContentType = z
  .string()
  .check(atLeast(1, 'must not be empty'))
  .check(atMost(255, 'must not be longer than 255 characters'))

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/

/** A file inside a body: bytes where the body is a form or comes from inside the program, Base64 in JSON. */
export function fileOf(maxBytes: number) {
  const isSmallEnough = ({ length }: Uint8Array) => length <= maxBytes
  return z
    .union([z.instanceof(Uint8Array), z.string().regex(BASE64, 'must be Base64')], 'must be a file, or Base64')
    .transform((file) => (typeof file === 'string' ? decodeBase64(file) : file))
    .refine(isSmallEnough, failsWith('payload_too_large', `must not be larger than ${maxBytes / MEBIBYTE} MiB`))
    .meta({ type: 'string', format: 'binary' })
}

function decodeBase64(text: string): Uint8Array {
  const plain = text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/')
  // Four characters encode three bytes, so a single last one encodes nothing. Readers of the file check its length.
  const whole = plain.length % 4 === 1 ? plain.slice(0, -1) : plain
  return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0))
}

/** Takes the members of `{root: {…}}` and, for older clients, the same members without their root. */
export function nestedOrFlat<Shape extends z.ZodObject>(root: string, shape: Shape) {
  const nested = z.preprocess(
    (body) => {
      if (typeof body !== 'object' || body === null || Object.hasOwn(body, root)) return body
      return { [root]: body }
    },
    z.object({ [root]: shape }),
  )
  // `preprocess` takes anything; what callers should send is the nested form.
  return nested as unknown as z.ZodType<Record<string, z.output<Shape>>, Record<string, z.input<Shape>>>
}

const SingleFile = namedObject('NewAttachment', {
  file: fileOf(MAX_SINGLE_PART_BYTES),
  filename: Filename,
  content_type: ContentType.default('application/octet-stream'),
})

const NewUpload = namedObject('NewUpload', {
  filename: Filename,
  content_type: ContentType,
  byte_size: z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(MAX_UPLOAD_BYTES, `must not be greater than ${MAX_UPLOAD_BYTES}`),
})

const BlobId = z.int('must be a whole number')
const BlobKey = z.string().check(atMost(255, 'must not be longer than 255 characters'))

const UploadedBlobs = namedObject('UploadedBlobs', {
  blob_id: BlobId,
  blob_key: BlobKey,
  encrypted_artifact_blob_id: BlobId,
  encrypted_artifact_blob_key: BlobKey,
})

const reading = { api: 'vault', auth: 'user', delegation: 'reader' } as const
const creating = { api: 'vault', auth: 'user', delegation: 'admin' } as const
const deleting = {
  api: 'vault',
  auth: 'user',
  delegation: 'admin',
} as const

/** Operations on attachments (docs/contract/vault.md, Files). */
export const attachmentOperations = defineOperations({
  attachmentsGet: {
    ...reading,
    endpoint: 'GET /attachments',
    summary: 'List the attachments the user uploaded',
    query: z.object(pagingQuery),
    success: answer(200, { attachments: z.array(Attachment), ...pagingReply }),
    errors: ['invalid_cursor'],
  },
  attachmentsPost: {
    ...creating,
    endpoint: 'POST /attachments',
    summary: 'Upload an encrypted file in one piece',
    body: nestedOrFlat('attachment', SingleFile),
    requestForm: 'fields',
    maxBodyBytes: MAX_SINGLE_PART_BYTES + FORM_OVERHEAD_BYTES,
    success: answer(201, { attachment: Attachment }),
    errors: ['invalid_params', 'param_missing', 'payload_too_large'],
  },
  attachmentsIdGet: {
    ...reading,
    endpoint: 'GET /attachments/{id}',
    summary: 'Read an attachment',
    success: answer(200, { attachment: Attachment }),
    errors: ['not_found'],
  },
  attachmentsIdDelete: {
    ...deleting,
    endpoint: 'DELETE /attachments/{id}',
    summary: 'Delete an attachment that no slot uses',
    errors: ['not_found', 'forbidden', 'attachment_in_use'],
  },
  attachmentsInSlotsGet: {
    ...reading,
    endpoint: 'GET /attachments_in_slots',
    summary: 'List attachments with the slots that use them',
    success: answer(200, { attachments: z.array(CompactAttachment), slots: z.array(CompactSlot) }),
  },
  directAttachmentsUploadUrlPost: {
    ...creating,
    endpoint: 'POST /direct/attachments/upload_url',
    summary: 'Get an address to upload a file to in blocks',
    body: z.object({ blob: NewUpload }),
    success: answer(201, { attachment_direct_upload_url: DirectUploadUrl }),
    errors: ['invalid_params', 'param_missing', 'payload_too_large', 'too_many_requests'],
  },
  directAttachmentsPost: {
    ...creating,
    endpoint: 'POST /direct/attachments',
    summary: 'Make an attachment of uploaded blocks',
    body: z.object({ blob: UploadedBlobs }),
    success: answer(201, { attachment: DirectAttachment }),
    errors: ['blob_not_uploaded', 'blob_mismatch'],
  },
  directAttachmentsIdGet: {
    ...reading,
    endpoint: 'GET /direct/attachments/{id}',
    summary: 'Read an attachment uploaded in blocks',
    success: answer(200, { attachment: DirectAttachment }),
    errors: ['not_found'],
  },
  directAttachmentsIdDelete: {
    ...deleting,
    endpoint: 'DELETE /direct/attachments/{id}',
    summary: 'Delete an attachment uploaded in blocks',
    errors: ['not_found', 'forbidden', 'attachment_in_use'],
  },
  blobsAttachmentIdDGet: {
    ...reading,
    endpoint: 'GET /blobs/attachment/{id}/{d}',
    summary: 'Redirect to the file of an attachment; the digest in the path cannot be guessed',
    params: z.object({ id: Id, d: z.string() }),
    success: { status: 302 },
    errors: ['not_found'],
  },
})
