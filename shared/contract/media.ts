import { z } from 'zod'

/**
 * An answer that is not JSON, for example an image. Over HTTP its bytes are sent with its content type; in process and
 * over IPC it is this object.
 */
export const Media = z.object({
  content_type: z.string(),
  /** How `data` holds the bytes. */
  encoding: z.enum(['utf8', 'base64']),
  data: z.string(),
})
export type Media = z.infer<typeof Media>
