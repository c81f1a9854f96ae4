import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { existsSync, readdirSync, renameSync } from 'node:fs'
import { lstat, readdir, rm, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isMissing } from '../../shared/coded-error.ts'
import { syncFolder } from './data-directory.ts'

/** The prefix of what is being made or removed: it is not listed, and removed at the next start. */
export const MAKING = '.making-'

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

/**
 * Removes files and folders in portions. Their names are free from the moment of the call, and durably so before
 * anything of them is gone: a power failure must not bring back a part of what was listed.
 */
export async function removeAndFreeNames(paths: readonly string[]): Promise<void> {
  const renamed = paths.map(renameAway)
  for (const folder of new Set(paths.map((path) => dirname(path)))) await syncFolder(folder)
  await removeInPortions(renamed)
}

/** Removes what was being made or removed in these folders when the program ended, and nothing that begins after the call. */
export async function removeLeftovers(folders: readonly string[]): Promise<void> {
  const left = folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.startsWith(MAKING))
      .map((name) => renameAway(join(folder, name))),
  )
  await removeInPortions(left)
}

/** Makes a name free while what had it is being removed. @returns the new path, in the same folder */
export function renameAway(path: string): string {
  const other = join(dirname(path), `${MAKING}${randomUUID()}`)
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
