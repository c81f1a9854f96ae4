import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { phrase, ServiceError } from '../../../shared/contract/errors.ts'

/** What is uploaded. Its content must be the same however often it is read. */
export interface FileSource {
  readonly size: number
  /** Begins to read from the start. @throws {ServiceError} `source_changed` when that is not possible any more */
  open(): Promise<SourceReader>
}

export interface SourceReader {
  /** Fills the memory with what comes next. @returns how many bytes there were; fewer only at the end */
  next(into: Uint8Array): Promise<number>
  close(): Promise<void>
}

/** A file of the computer, with the size that it has now. */
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
 * Bytes that come once, in pieces of any size. What comes once can be paused, and cannot be resumed after a restart.
 *
 * @param size how many there will be
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

/** @param why continues the sentence that begins with the file */
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
