import { z } from 'zod'

/**
 * A range of bytes of a stored file. An answer holds at most 8 MiB of it: `data` begins at `first` and may end before
 * `last`; a reader asks again for the rest, as the HTTP adapter does while it writes.
 */
export const FileRange = z.object({
  /** The name its uploader gave it: a label, never a path. */
  filename: z.string(),
  /** The size of the whole file. */
  byte_size: z.int(),
  /** Offset of the first byte that was asked for. */
  first: z.int(),
  /** Offset of the last byte that was asked for; one less than `first` in an empty file. */
  last: z.int(),
  /** The bytes have a buffer of their own, so that the receiver may transfer it. */
  data: z.instanceof(Uint8Array),
})
export type FileRange = z.infer<typeof FileRange>

/** The same without the name, which the window knows already: it is private and would have to go in a header. */
export const FilePart = FileRange.omit({ filename: true })
export type FilePart = z.infer<typeof FilePart>

/** The `Content-Range` of a part; of an empty one it states the size alone. */
export function contentRangeOf({ first, last, byte_size }: Omit<FilePart, 'data'>): string {
  return last < first ? `bytes */${byte_size}` : `bytes ${first}-${last}/${byte_size}`
}

/** Reads a part that came over HTTP. @returns undefined where the header is none of {@link contentRangeOf} */
export function filePartOf(range: string | null, data: Uint8Array<ArrayBuffer>): FilePart | undefined {
  const [, first, last, size] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(range ?? '') ?? []
  if (size === undefined) return undefined
  if (first === undefined || last === undefined) return { byte_size: Number(size), first: 0, last: -1, data }
  return { byte_size: Number(size), first: Number(first), last: Number(last), data }
}
