import { randomFillSync } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILE } from './data-directory.ts'

/** Disk space to reserve: without a free page not even a sign-in or a deletion can be written. */
export const BALLAST_BYTES = 32 * 1024 * 1024

const BALLAST_FILE = 'ballast'
const CHUNK_BYTES = 1024 * 1024

/** A disk must be this many times larger than the reserve, which would otherwise take the space of the data. */
const LEAST_DISK_TO_BALLAST = 16

/** The state of the reserve: `too_small` means a disk without one, `no_room` a full disk. */
type BallastState = 'kept' | 'no_room' | 'too_small'

/** Reserved disk space, which is freed when the disk is full. */
export type Ballast = ReturnType<typeof createBallast>

/** @param bytes its size; only tests pass another one */
export function createBallast(directory: string, bytes = BALLAST_BYTES) {
  const path = join(directory, BALLAST_FILE)
  const temporary = `${path}.new`
  return {
    /** Frees the space immediately. @returns whether there was any */
    release() {
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
      rmSync(temporary, { force: true })
      rmSync(path, { force: true })
      return size > 0
    },
    /** Makes it where it is not there and the disk has twice as much room. @throws {Error} of the file system */
    async keep(): Promise<BallastState> {
      if (statSync(path, { throwIfNoEntry: false })?.size === bytes) return 'kept'
      const { bavail, blocks, bsize } = await statfs(directory)
      if (blocks * bsize < LEAST_DISK_TO_BALLAST * bytes) return bavail < blocks / 10 ? 'no_room' : 'too_small'
      if (bavail * bsize < 2 * bytes) return 'no_room'
      try {
        await writeNoise(temporary, bytes)
        await rename(temporary, path)
      } catch (fault) {
        await rm(temporary, { force: true })
        throw fault
      }
      return 'kept'
    },
  }
}

/** The file is not of zeros: a file system that leaves those out, or packs them, would keep nothing back. */
async function writeNoise(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w', PRIVATE_FILE)
  try {
    for (let written = 0; written < bytes;) {
      const chunk = randomFillSync(new Uint8Array(Math.min(CHUNK_BYTES, bytes - written)))
      written += (await file.write(chunk)).bytesWritten
    }
    await file.sync()
  } finally {
    await file.close()
  }
}
