import { z } from 'zod'
import { ReplyId, ReplyTime, namedObject } from './values.ts'

/* Apart from the operations on files, so that the window can load items and slots without those. */

/** A file that slots link to (docs/contract/vault.md, Files). */
export const Attachment = namedObject('Attachment', {
  id: ReplyId,
  content_type: z.string(),
  filename: z.string(),
  user_id: ReplyId,
  created_at: ReplyTime,
  url: z.string(),
  is_direct_upload: z.boolean(),
})
export type Attachment = z.infer<typeof Attachment>

export const SIZE_TYPES = [
  '128x128/jpg',
  '256x256/jpg',
  '512x512/jpg',
  '128x128/png',
  '256x256/png',
  '512x512/png',
] as const
export const SizeType = z.enum(SIZE_TYPES).meta({ id: 'ThumbnailSizeType' })
export type SizeType = z.infer<typeof SizeType>

/** A smaller picture of an attachment, as cipher text (docs/contract/vault.md, Files: thumbnails). */
export const Thumbnail = namedObject('Thumbnail', {
  id: ReplyId,
  attachment_id: ReplyId,
  /** The same as `attachment_id`, under its older name. */
  binary_id: ReplyId,
  size_type: SizeType,
  created_at: ReplyTime,
  url: z.string(),
})
export type Thumbnail = z.infer<typeof Thumbnail>

/** Several files that a slot links to as one (docs/contract/vault.md, Files: folders). */
export const AttachmentsFolder = namedObject('AttachmentsFolder', {
  id: ReplyId,
  name: z.string(),
  slots_count: z.int(),
  token: z.string().nullable(),
  storage: z.string().nullable(),
  resource_name: z.string().nullable(),
  resource_type: z.string().nullable(),
  resource_urls: z.array(z.string()).nullable(),
})
export type AttachmentsFolder = z.infer<typeof AttachmentsFolder>
