import { z } from 'zod'
import { atLeast, atMost } from './bounds.ts'
import { Bytes } from './block-store.ts'
import { FilePart } from './file-range.ts'
import { SizeType } from './files.ts'
import { answer, defineOperations } from './operation.ts'
import { Id, Label, wholeNumber } from './values.ts'
import { ownOperation as own, USER_ERRORS, userOperation, UserPath } from './workbench-window.ts'

/**
 * Files of a user, sealed and opened in the main process (docs/contract/window.md, Files). The window and the main
 * process exchange bytes in parts, so that neither ever holds a whole file.
 */

/** The most bytes of a file that one call carries. */
export const MAX_PART_BYTES = 4 * 1024 * 1024

/** Where a file is linked once it is stored. */
export const FilePlace = z.discriminatedUnion('kind', [
  /** An item of the user: an empty slot of type `attachment` or `image`, or else a new slot with this label. */
  z.object({ kind: z.literal('item'), item_id: Id, slot_id: Id.optional(), label: Label.optional() }),
  /** A new item with one slot. */
  z.object({
    kind: z.literal('new_item'),
    label: Label,
    template_name: z.string().check(atMost(255)).default('custom'),
  }),
  /** A folder of the user. */
  z.object({ kind: z.literal('folder'), folder_id: Id }),
])
export type FilePlace = z.infer<typeof FilePlace>

/**
 * `waiting`: other uploads of the user are running, and it starts when one of them ends. `needs_file`: the program
 * ended, or the window that had the file was closed; it continues once it gets the file again. `linking`: the file is
 * stored, and its slot is being written.
 */
export const UploadState = z.enum(['waiting', 'running', 'paused', 'needs_file', 'linking', 'done', 'failed'])
export type UploadState = z.infer<typeof UploadState>

export const Upload = z.object({
  id: z.string(),
  filename: z.string(),
  content_type: z.string(),
  /** The size of the content, and how much of it is sealed and stored. */
  size: z.int(),
  done_bytes: z.int(),
  state: UploadState,
  place: FilePlace,
  created_at: z.string(),
  /** Why it failed, as a sentence. */
  problem: z.string().nullable(),
  /** The item that has the file once it is done; null for a file in a folder. */
  item_id: z.string().nullable(),
  slot_id: z.string().nullable(),
})
export type Upload = z.infer<typeof Upload>

/** The part of the file that the main process needs next; null when it needs none, for now or at all. */
export const WantedPart = z.object({ start: z.int(), bytes: z.int() }).nullable()
export type WantedPart = z.infer<typeof WantedPart>

const uploadReply = z.object({ upload: Upload, wanted: WantedPart })

/**
 * What a file really is, detected by its first bytes and never by its name or claimed type; `text` is UTF-8 without
 * control characters. Only these kinds are shown, except `other`.
 */
export const FileKind = z.enum(['png', 'jpeg', 'gif', 'webp', 'pdf', 'text', 'other'])
export type FileKind = z.infer<typeof FileKind>

/** A file whose key was unwrapped. */
export const OpenedFileFacts = z.object({
  filename: z.string(),
  content_type: z.string(),
  size: z.int(),
  kind: FileKind,
})
export type OpenedFileFacts = z.infer<typeof OpenedFileFacts>

const UploadPath = UserPath.extend({ upload_id: z.string().check(atMost(64)) })
export const SlotPath = UserPath.extend({ item_id: Id, slot_id: Id })

export const partQuery = z.object({
  start: wholeNumber(0),
  bytes: wholeNumber(1, MAX_PART_BYTES),
})

/** A slot with a file, and its item. */
export const FileRow = z.object({
  item_id: z.string(),
  item_label: z.string(),
  /** True for the user's own item, false for a received one. */
  own: z.boolean(),
  slot_id: z.string(),
  slot_label: z.string(),
  /** The name that the uploader gave to the service. */
  filename: z.string(),
  /** The size of the stored cipher text. */
  byte_size: z.int(),
  /** The time of storing. */
  created_at: z.string(),
  has_thumbnail: z.boolean(),
})
export type FileRow = z.infer<typeof FileRow>

/** Error codes of storing and of opening a file. */
export const STORING_ERRORS = [...USER_ERRORS, 'storage_full', 'payload_too_large', 'too_many_requests'] as const
export const OPENING_ERRORS = [...USER_ERRORS, 'value_cannot_be_opened', 'file_damaged'] as const

export const workbenchFileOperations = defineOperations({
  uploadRows: {
    ...userOperation,
    endpoint: 'GET /users/{user_id}/uploads',
    summary: 'Uploads of a user, newest first',
    success: answer(200, { uploads: z.array(Upload) }),
  },
  uploadStart: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/uploads',
    summary: 'Begin to seal and store a file whose parts follow',
    body: z.object({
      filename: z.string().check(atLeast(1)).check(atMost(1024)),
      content_type: z.string().check(atMost(255)).default('application/octet-stream'),
      size: z.int().min(0),
      /** Hides name and type from the service. */
      hides_names: z.boolean().default(false),
      place: FilePlace,
    }),
    success: { status: 201, body: uploadReply },
    errors: STORING_ERRORS,
  },
  /** An upload that waits for its turn asks this; it is answered once a part is wanted, or none. */
  uploadWanted: {
    ...userOperation,
    endpoint: 'GET /users/{user_id}/uploads/{upload_id}/wanted',
    summary: 'The part of the file that is wanted',
    params: UploadPath,
    success: { status: 200, body: uploadReply },
  },
  /** Answers once the next part is wanted, or none. */
  uploadPart: {
    ...own,
    endpoint: 'PUT /users/{user_id}/uploads/{upload_id}/parts/{start}',
    summary: 'Upload the part of the file that was wanted',
    params: UploadPath.extend({ start: wholeNumber(0) }),
    body: Bytes,
    requestForm: 'bytes',
    maxBodyBytes: MAX_PART_BYTES,
    success: { status: 200, body: uploadReply },
    errors: [...STORING_ERRORS, 'source_changed'],
  },
  uploadPause: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/uploads/{upload_id}/pause',
    summary: 'Pause an upload',
    params: UploadPath,
    success: { status: 200, body: uploadReply },
  },
  uploadResume: {
    ...own,
    endpoint: 'POST /users/{user_id}/uploads/{upload_id}/resume',
    summary: 'Continue an upload that is paused, failed, or needs its file again',
    params: UploadPath,
    /**
     * The size of the file as given now. It is read from its start, but stored parts are not sent again. If all parts
     * are stored, the file is not needed, and this is the size of the upload.
     */
    body: z.object({ size: z.int().min(0) }),
    success: { status: 200, body: uploadReply },
    errors: [...USER_ERRORS, 'source_changed'],
  },
  uploadForget: {
    ...userOperation,
    endpoint: 'DELETE /users/{user_id}/uploads/{upload_id}',
    summary: 'Cancel an upload, or remove a finished one from the list',
    params: UploadPath,
  },
  fileRows: {
    ...userOperation,
    endpoint: 'GET /users/{user_id}/file-rows',
    summary: 'The files of the items of a user, own and received',
    success: answer(200, { files: z.array(FileRow) }),
  },
  slotFileOpen: {
    ...own,
    endpoint: 'GET /users/{user_id}/items/{item_id}/slots/{slot_id}/file',
    summary: 'What the file of a slot is',
    params: SlotPath,
    success: { status: 200, body: OpenedFileFacts },
    errors: OPENING_ERRORS,
  },
  slotFilePart: {
    ...own,
    endpoint: 'GET /users/{user_id}/items/{item_id}/slots/{slot_id}/file/bytes',
    summary: 'A part of the file of a slot',
    params: SlotPath,
    query: partQuery,
    success: { status: 200, body: FilePart, file: true },
    errors: OPENING_ERRORS,
  },
  slotThumbnailPut: {
    ...own,
    endpoint: 'PUT /users/{user_id}/items/{item_id}/slots/{slot_id}/thumbnails/{size_type}',
    summary: 'Seal and store a thumbnail of the file of an own slot',
    params: SlotPath.extend({ size_type: SizeType }),
    body: Bytes,
    requestForm: 'bytes',
    maxBodyBytes: 1024 * 1024,
    errors: STORING_ERRORS,
  },
  /** The smallest stored thumbnail that is at least as large as requested, else the largest; 404 without any. */
  slotThumbnailGet: {
    ...own,
    endpoint: 'GET /users/{user_id}/items/{item_id}/slots/{slot_id}/thumbnail',
    summary: 'A thumbnail of the file of a slot',
    params: SlotPath,
    query: z.object({ pixels: wholeNumber(1, 512).default(128) }),
    success: { status: 200, body: FilePart, file: true },
    errors: OPENING_ERRORS,
  },
})
