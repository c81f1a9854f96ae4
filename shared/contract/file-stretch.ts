import { z } from 'zod'

/**
 * A stretch of a stored file. An answer holds at most 8 MiB of it: `data` begins at `first` and may end before `last`;
 * what is missing is asked for again, as the HTTP adapter does while it writes.
 */
export const FileStretch = z.object({
  /** As its uploader named it; a label, never a path. */
  filename: z.string(),
  /** Of the whole file, in bytes. */
  byte_size: z.int(),
  /** Place of the first byte that was asked for. */
  first: z.int(),
  /** Place of the last byte that was asked for; one less than `first` in an empty file. */
  last: z.int(),
  data: z.instanceof(Uint8Array),
})
export type FileStretch = z.infer<typeof FileStretch>
