import { closeSync, existsSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import type { FilePart } from '../../../shared/contract/file-range.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { PRIVATE_FILE } from '../../sqlite/data-directory.ts'
import { removeInPortions, renameAway } from '../../sqlite/portioned-removal.ts'

/**
 * A file that is passed between the window and this program in parts, and stored in the data directory meanwhile.
 *
 * @param place its path; called before anything is written
 */
export function createFileInParts(place: () => string) {
  return { path, size, make, add, part, forget }

  /** @throws {ServiceError} `not_found` */
  function path(): string {
    const file = place()
    if (!existsSync(file)) throw new ServiceError('not_found', 'There is no such file any more.')
    return file
  }

  function size(): number {
    return statSync(path()).size
  }

  async function make(write: (file: string) => Promise<void>): Promise<void> {
    forget()
    await write(place())
  }

  /** Appends a part; the first one starts over. @returns the new length @throws {ServiceError} `wrong_status` */
  function add(start: number, bytes: Uint8Array): number {
    if (start === 0) forget()
    const file = openSync(place(), 'a', PRIVATE_FILE)
    try {
      const before = statSync(place()).size
      if (start !== before) throw new ServiceError('wrong_status', `The next part begins at ${before}.`)
      for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
      return before + bytes.length
    } finally {
      closeSync(file)
    }
  }

  function part({ start, bytes }: { readonly start: number; readonly bytes: number }): FilePart {
    const file = openSync(path(), 'r')
    try {
      const byte_size = statSync(path()).size
      const data = new Uint8Array(new ArrayBuffer(Math.max(0, Math.min(bytes, byte_size - start))))
      const read = readSync(file, data, 0, data.length, start)
      return { byte_size, first: start, last: start + read - 1, data: data.subarray(0, read) }
    } finally {
      closeSync(file)
    }
  }

  function forget(): void {
    const file = place()
    if (!existsSync(file)) return
    removeInPortions([renameAway(file)]).catch(() => undefined) // the next start removes the rest
  }
}
