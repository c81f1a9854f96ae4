import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { renameSync } from 'node:fs'
import { lstat, readdir, rm, truncate } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isMissing } from '../../shared/coded-error.ts'

const PORTION_BYTES = 8 * 1024 * 1024
const REST_MS = 15

/**
 * Removes files, and folders with all they hold, in portions with a rest after each. Many file systems tell the disk
 * which blocks became free as a part of the next commit, whoever makes it; 2 GiB at once hold it up for 70 ms.
 *
 * @param paths those that are missing are left out
 */
export async function removeInPortions(paths: readonly string[]): Promise<void> {
  let freed = 0
  for (const path of paths) {
    for (const file of await filesIn(path)) {
      freed += await shorten(file)
      await rm(file, { force: true })
      if (freed < PORTION_BYTES) continue
      freed = 0
      await setTimeout(REST_MS)
    }
    await rm(path, { recursive: true, force: true })
  }
}

/** Makes a name free while what had it is being removed. @returns the new path, which ends the same way */
export function renameAway(path: string): string {
  const other = join(dirname(path), `${randomUUID()}.${basename(path)}`)
  renameSync(path, other)
  return other
}

async function filesIn(path: string): Promise<readonly string[]> {
  if ((await factsOf(path))?.isDirectory() !== true) return [path]
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** @returns the bytes that are left and are freed with the name: none of a file that has another name too */
async function shorten(file: string): Promise<number> {
  const { size = 0, nlink } = (await factsOf(file)) ?? {}
  if (nlink !== 1) return 0
  let left = size
  for (; left > PORTION_BYTES; left -= PORTION_BYTES) {
    const isShorter = await truncate(file, left - PORTION_BYTES).then(
      () => true,
      () => false, // a file may be removed by whoever may not write it
    )
    if (!isShorter) break
    await setTimeout(REST_MS)
  }
  return left
}

async function factsOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path)
  } catch (fault) {
    if (isMissing(fault)) return undefined
    throw fault
  }
}
