import { statSync } from 'node:fs'
import { StorageError } from './storage-error.ts'

/**
 * A file or folder identified by its inode number instead of its name. An open file can still be written after another
 * program has moved or deleted it, but new files would then go elsewhere.
 */
export interface Place {
  /** Whether the path still leads to it. */
  isThere(): boolean
  /** @throws {StorageError} `moved` */
  require(): void
}

/** @throws {Error} of the file system if nothing is at the path */
export function placeOf(path: string): Place {
  const { dev, ino } = statSync(path, { bigint: true })
  const place: Place = {
    isThere() {
      const found = statSync(path, { bigint: true, throwIfNoEntry: false })
      return found?.ino === ino && found.dev === dev
    },
    require() {
      if (place.isThere()) return
      const message = `${path} was moved or deleted while the program had it open; put it back, or close the program`
      throw new StorageError('moved', message)
    },
  }
  return place
}

/** The place of data in memory and of temporary copies. */
export const NO_PLACE: Place = { isThere: () => true, require: () => undefined }
