import { z } from 'zod'

/**
 * A stretch of a stored file. An answer holds at most 8 MiB of it: `data` begins at `first` and may end before `last`;
 * what is missing is asked for again, as the HTTP adapter does while it writes.
 */
export const FileStretch = z.object({
  /** The name that its uploader gave it; a label, never a path. */
  filename: z.string(),
  /** The size of the whole file. */
  byte_size: z.int(),
  /** Place of the first byte that was asked for. */
  first: z.int(),
  /** Place of the last byte that was asked for; one less than `first` in an empty file. */
  last: z.int(),
  /** The bytes have memory of their own, so whoever gets them may give it back. */
  data: z.instanceof(Uint8Array),
})
export type FileStretch = z.infer<typeof FileStretch>

/** The same for the window, which knows the name: it is private, and would have to go in a header. */
export const FilePart = FileStretch.omit({ filename: true })
export type FilePart = z.infer<typeof FilePart>

/** What `Content-Range` says of a part; of an empty one it names the size alone. */
export function contentRangeOf({ first, last, byte_size }: Omit<FilePart, 'data'>): string {
  return last < first ? `bytes */${byte_size}` : `bytes ${first}-${last}/${byte_size}`
}

/** A part as it came over HTTP. @returns undefined where the header is none of {@link contentRangeOf} */
export function filePartOf(range: string | null, data: Uint8Array<ArrayBuffer>): FilePart | undefined {
  const [, first, last, size] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(range ?? '') ?? []
  if (size === undefined) return undefined
  if (first === undefined || last === undefined) return { byte_size: Number(size), first: 0, last: -1, data }
  return { byte_size: Number(size), first: Number(first), last: Number(last), data }
}
