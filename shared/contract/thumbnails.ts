import { z } from 'zod'
import { SIZE_TYPES, SizeType, Thumbnail } from './files.ts'
import { fileOf, FORM_OVERHEAD_BYTES, MAX_THUMBNAIL_BYTES, nestedOrFlat } from './attachments.ts'
import { answer, defineOperations } from './operation.ts'
import { failsWith, enumOf, Reference } from './values.ts'
import { rule } from '../rule-text.ts'

const attachmentMissing = { ...failsWith('param_missing', 'is missing'), path: ['attachment_id'], when: () => true }

const NewThumbnail = z
  .object({
    file: fileOf(MAX_THUMBNAIL_BYTES),
    size_type: enumOf(SizeType, failsWith('size_type_invalid', rule`must be one of ${SIZE_TYPES.join(', ')}`)),
    attachment_id: Reference.optional(),
    /** The older name of `attachment_id`. */
    binary_id: Reference.optional(),
  })
  .refine(hasAttachmentId, attachmentMissing)
  .meta({
    id: 'NewThumbnail',
    // zod leaves `examples` out of what is transformed.
    example: { file: 'text', size_type: '128x128/jpg', attachment_id: '00000000-0000-4000-8000-000000000000' },
  })

function hasAttachmentId(thumbnail: unknown): boolean {
  if (typeof thumbnail !== 'object' || thumbnail === null) return true
  return ['attachment_id', 'binary_id'].some((key) => Reflect.get(thumbnail, key) !== undefined)
}

export const thumbnailOperations = defineOperations({
  thumbnailsPost: {
    api: 'vault',
    endpoint: 'POST /thumbnails',
    auth: 'user',
    delegation: 'admin',
    summary: 'Upload the thumbnail of an attachment; one of the same size is replaced',
    body: nestedOrFlat('thumbnail', NewThumbnail),
    requestForm: 'fields',
    maxBodyBytes: 2 * MAX_THUMBNAIL_BYTES + FORM_OVERHEAD_BYTES,
    success: answer(201, { thumbnail: Thumbnail }),
    errors: ['size_type_invalid', 'attachment_not_found', 'payload_too_large'],
  },
  thumbnailsIdGet: {
    api: 'vault',
    endpoint: 'GET /thumbnails/{id}',
    auth: 'user',
    delegation: 'reader',
    summary: 'Read the address of a thumbnail',
    success: answer(200, { redirect_url: z.string() }),
    errors: ['not_found'],
  },
  thumbnailsIdDelete: {
    api: 'vault',
    endpoint: 'DELETE /thumbnails/{id}',
    auth: 'user',
    delegation: 'admin',
    summary: 'Delete a thumbnail',
    errors: ['not_found', 'forbidden'],
  },
})
