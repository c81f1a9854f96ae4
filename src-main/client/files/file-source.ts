import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { phrase, ServiceError } from '../../../shared/contract/errors.ts'

/** The content to upload. Every reading must yield the same bytes. */
export interface FileSource {
  readonly size: number
  /** Reads from the start. @throws {ServiceError} `source_changed` when that is no longer possible */
  open(): Promise<SourceReader>
}

export interface SourceReader {
  /** Fills the memory with the next bytes. @returns their number, which is smaller only at the end */
  next(into: Uint8Array): Promise<number>
  close(): Promise<void>
}

/** A file on this computer, with its present size. */
export async function sourceFromPath(path: string): Promise<FileSource> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    return { size, open: async () => readerOf(await open(path)) }
  } finally {
    await handle.close()
  }
}

/**
 * A source that can be read only once, in pieces of any size. Its upload can be paused, but not resumed after a
 * restart.
 *
 * @param size the total number of bytes
 */
export function sourceFromStream(pieces: AsyncIterable<Uint8Array>, size: number): FileSource {
  let isOpened = false
  return {
    size,
    open() {
      if (isOpened) return Promise.reject(sourceChanged('can be read only once'))
      isOpened = true
      return Promise.resolve(readerOfPieces(pieces))
    },
  }
}

export function sourceFromBytes(bytes: Uint8Array): FileSource {
  // eslint-disable-next-line @typescript-eslint/require-await
  const pieces = async function* () {
    yield bytes
  }
  return { size: bytes.length, open: () => Promise.resolve(readerOfPieces(pieces())) }
}

/** @param why the end of the sentence, whose subject is the file */
export function sourceChanged(why: string): ServiceError {
  return new ServiceError('source_changed', phrase`The file cannot be uploaded, because it ${why}.`)
}

function readerOf(handle: FileHandle): SourceReader {
  return {
    async next(into) {
      let filled = 0
      while (filled < into.length) {
        const { bytesRead } = await handle.read(into, filled, into.length - filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return filled
    },
    close: () => handle.close(),
  }
}

function readerOfPieces(pieces: AsyncIterable<Uint8Array>): SourceReader {
  const iterator = pieces[Symbol.asyncIterator]()
  let left: Uint8Array = new Uint8Array()
  return {
    async next(into) {
      let filled = 0
      while (filled < into.length) {
        if (left.length === 0) {
          const piece = await iterator.next()
          if (piece.done === true) break
          left = piece.value
        }
        const part = left.subarray(0, into.length - filled)
        into.set(part, filled)
        filled += part.length
        left = left.subarray(part.length)
      }
      return filled
    },
    async close() {
      await iterator.return?.()
    },
  }
}
