/*
 * A file is divided into blocks of equal size, except for the last. They are sealed and stored one after the other.
 *
 * | format    | overhead per block           | blocks                                          |
 * |-----------|------------------------------|-------------------------------------------------|
 * | pdv1.ss   | 17 bytes                     | chained; only written for files of one block    |
 * | pdv1.sc   | 16 bytes                     | independent                                     |
 * | published | 0, tags are in the artefacts | independent                                     |
 */
import { sodium } from '../sodium.ts'
import type { FileFamily } from './attachment-key.ts'

export type FileFormat = 'pdv1.ss' | 'pdv1.sc' | 'published'

/** The content bytes of a block in new files, in every client. */
export const BLOCK_BYTES = 1_048_576
/** The limit for the content of a file (docs/contract/client-crypto.md, Files: formats). */
export const MAX_FILE_BYTES = 2 ** 31

export const OVERHEAD: Readonly<Record<FileFormat, number>> = {
  'pdv1.ss': sodium.crypto_secretstream_xchacha20poly1305_ABYTES,
  'pdv1.sc': sodium.crypto_aead_xchacha20poly1305_ietf_ABYTES,
  published: 0,
}

export interface FileLayout {
  readonly format: FileFormat
  /** The bytes of content. */
  readonly size: number
  /** The content bytes of every block except the last. */
  readonly blockBytes: number
}

export interface ByteRange {
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

export interface BlockPlace {
  readonly index: number
  /** The number of blocks in the file. */
  readonly count: number
}

/** The layout of a new file of our client. An empty file exists in our format only. */
export function layoutOfNewFile(family: FileFamily, size: number): FileLayout {
  const isWithin = Number.isSafeInteger(size) && size >= (family === 'pdv1' ? 0 : 1) && size <= MAX_FILE_BYTES
  if (!isWithin) throw new RangeError(`a file of ${size} bytes has no layout in the format ${family}`)
  if (family === 'published') return { format: 'published', size, blockBytes: BLOCK_BYTES }
  return { format: size <= BLOCK_BYTES ? 'pdv1.ss' : 'pdv1.sc', size, blockBytes: BLOCK_BYTES }
}

/** An empty file also has a block, which proves that nothing is missing. */
export function blockCount({ size, blockBytes }: FileLayout): number {
  return Math.max(1, Math.ceil(size / blockBytes))
}

/** The size of the stored file, with the overhead of its blocks. */
export function storedBytes(layout: FileLayout): number {
  return layout.size + blockCount(layout) * OVERHEAD[layout.format]
}

/** The range of a block's content in the file. */
export function contentRange({ size, blockBytes }: FileLayout, index: number): ByteRange {
  return { start: index * blockBytes, end: Math.min(size, (index + 1) * blockBytes) }
}

/** The range of a sealed block in the stored file. */
export function storedRange(layout: FileLayout, index: number): ByteRange {
  const { start, end } = contentRange(layout, index)
  const overhead = OVERHEAD[layout.format]
  return { start: start + index * overhead, end: end + (index + 1) * overhead }
}
