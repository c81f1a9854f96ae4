/*
 * A file is cut into blocks of equal size, the last one shorter; each is sealed and stored one behind the other.
 *
 * | format    | beyond the content | blocks                                  |
 * |-----------|--------------------|-----------------------------------------|
 * | pdv1.ss   | 17 bytes           | follow each other; written for one only |
 * | pdv1.sc   | 16 bytes           | stand alone                             |
 * | published | 0, tags lie aside  | stand alone                             |
 */
import { sodium } from '../sodium.ts'
import type { FileFamily } from './attachment-key.ts'

export type FileFormat = 'pdv1.ss' | 'pdv1.sc' | 'published'

/** Content of a block as every client writes it. */
export const BLOCK_BYTES = 1_048_576
/** Largest file, counted in content (docs/contract/client-crypto.md, Files: formats). */
export const MAX_FILE_BYTES = 2 ** 31

export const OVERHEAD: Readonly<Record<FileFormat, number>> = {
  'pdv1.ss': sodium.crypto_secretstream_xchacha20poly1305_ABYTES,
  'pdv1.sc': sodium.crypto_aead_xchacha20poly1305_ietf_ABYTES,
  published: 0,
}

export interface FileLayout {
  readonly format: FileFormat
  /** Bytes of content. */
  readonly size: number
  /** Content of every block but the last, which has the rest. */
  readonly blockBytes: number
}

/** First byte and the byte behind the last one. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** The number of a block, and how many there are. */
export interface BlockPlace {
  readonly index: number
  readonly count: number
}

/** The layout of a new file of our client. An empty file exists in our format only. */
export function layoutOfNewFile(family: FileFamily, size: number): FileLayout {
  const isWithin = Number.isSafeInteger(size) && size >= (family === 'pdv1' ? 0 : 1) && size <= MAX_FILE_BYTES
  if (!isWithin) throw new RangeError(`a file of ${size} bytes has no layout in the format ${family}`)
  if (family === 'published') return { format: 'published', size, blockBytes: BLOCK_BYTES }
  return { format: size <= BLOCK_BYTES ? 'pdv1.ss' : 'pdv1.sc', size, blockBytes: BLOCK_BYTES }
}

/** A file without content has one block, too, which proves that nothing is missing. */
export function blockCount({ size, blockBytes }: FileLayout): number {
  return Math.max(1, Math.ceil(size / blockBytes))
}

/** All that is stored: content and what seals it. */
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
