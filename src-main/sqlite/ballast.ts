import { randomFillSync } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILE } from './data-directory.ts'

/** Disk space to reserve, because a full disk allows not even a sign-in or a deletion to be written. */
export const BALLAST_BYTES = 32 * 1024 * 1024

const BALLAST_FILE = 'ballast'
const CHUNK_BYTES = 1024 * 1024

/** How many times larger than the reserve a disk must be, so that the reserve does not crowd out the data. */
const MIN_DISK_TO_BALLAST = 16

/** The state of the reserve: `reserved`; `no_room` on a full disk; `too_small` on a disk that gets none. */
type BallastState = 'reserved' | 'no_room' | 'too_small'

/** Reserved disk space, which is freed when the disk is full. */
export type Ballast = ReturnType<typeof createBallast>

/** @param bytes the size of the reserve; set only by tests */
export function createBallast(directory: string, bytes = BALLAST_BYTES) {
  const path = join(directory, BALLAST_FILE)
  const temporary = `${path}.new`
  return {
    /** Frees the reserve. Returns whether there was one. */
    release() {
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
      rmSync(temporary, { force: true })
      rmSync(path, { force: true })
      return size > 0
    },
    /** Creates a missing reserve if twice its size is free. @throws {Error} of the file system */
    async reserve(): Promise<BallastState> {
      if (statSync(path, { throwIfNoEntry: false })?.size === bytes) return 'reserved'
      const { bavail, blocks, bsize } = await statfs(directory)
      if (blocks * bsize < MIN_DISK_TO_BALLAST * bytes) return bavail < blocks / 10 ? 'no_room' : 'too_small'
      if (bavail * bsize < 2 * bytes) return 'no_room'
      try {
        await writeNoise(temporary, bytes)
        await rename(temporary, path)
      } catch (fault) {
        await rm(temporary, { force: true })
        throw fault
      }
      return 'reserved'
    },
  }
}

/** Writes random bytes, because a file system may store zeros without using space. */
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
