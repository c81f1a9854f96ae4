import { existsSync, readdirSync } from 'node:fs'
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMissing } from '../../shared/coded-error.ts'
import { ASIDE_FOLDER, settleBlocks } from './blocks-aside.ts'
import { PRIVATE_DIRECTORY, PRIVATE_FILE, syncDirectory, syncFolder } from './data-directory.ts'
import type { Place } from './place-on-disk.ts'
import { removeInPortions } from './portioned-removal.ts'
import { StorageError } from './storage-error.ts'

/** Disk space that uploads leave free for the log of the database, a checkpoint and a copy. */
const FREE_SPACE_BYTES = 256 * 1024 * 1024

/**
 * Stores blocks as files of one folder. A block exists completely or not at all, even after a power failure: it is
 * written under another name, made durable and renamed, and then the folder is made durable.
 *
 * @param freeSpaceBytes blocks that would leave less free space are refused
 */
export function blockFilesIn(folder: string, freeSpaceBytes = FREE_SPACE_BYTES) {
  const pathOf = (name: string) => join(folder, name)
  return {
    async write(name: string, bytes: Uint8Array): Promise<void> {
      await makeFolder(folder)
      await requireRoom(folder, bytes.length + freeSpaceBytes)
      const temporary = pathOf(`${name}.new`)
      try {
        await writeDurably(temporary, bytes)
        await rename(temporary, pathOf(name))
      } catch (fault) {
        await rm(temporary, { force: true })
        throw fault
      }
      await syncFolder(folder)
    },
    async read(name: string, size: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
      try {
        return await readAtMost(pathOf(name), size + 1)
      } catch (fault) {
        if (isMissing(fault)) return undefined
        throw fault
      }
    },
    remove: (names: readonly string[]): Promise<void> => removeInPortions(names.map(pathOf)),
    countMissing: (names: readonly string[]): number => missingCount(names, namesIn(folder)),
    names: () => namesIn(folder),
    settle(isNamed: (name: string) => boolean, moments: { nowMs: number; erasableMs: number }): void {
      settleBlocks(folder, isNamed, moments)
    },
  }
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name !== ASIDE_FOLDER) : []
}

/** Refuses writes after the folder was moved or deleted, because blocks belong beside their database. */
export function blockFilesAt(place: Place, files: BlockFiles): BlockFiles {
  return {
    ...files,
    async write(name, bytes) {
      place.require()
      await files.write(name, bytes)
    },
  }
}

/** The same shape as the service's port of this name, which this folder must not import. */
type BlockFiles = ReturnType<typeof blockFilesIn>

/** The blocks of a read-only workspace, or of one opened as a copy, which must not change. */
export function unchangedBlockFiles(files: BlockFiles, refuse: () => Error): BlockFiles {
  return {
    write: () => Promise.reject(refuse()),
    read: (name, size) => files.read(name, size),
    remove: () => Promise.resolve(),
    countMissing: (names) => files.countMissing(names),
    names: () => [],
    settle: () => undefined,
  }
}

/** Blocks in memory. */
export function blockFilesInMemory(): BlockFiles {
  const blocks = new Map<string, Uint8Array<ArrayBuffer>>()
  return {
    write(name, bytes) {
      blocks.set(name, Uint8Array.from(bytes))
      return Promise.resolve()
    },
    read(name, size) {
      const block = blocks.get(name)
      return Promise.resolve(block && Uint8Array.from(block.subarray(0, size + 1)))
    },
    remove(names) {
      for (const name of names) blocks.delete(name)
      return Promise.resolve()
    },
    countMissing: (names) => missingCount(names, [...blocks.keys()]),
    names: () => [...blocks.keys()],
    settle: () => undefined, // a crash leaves nothing in memory
  }
}

function missingCount(names: readonly string[], present: readonly string[]): number {
  const existing = new Set(present)
  return names.filter((name) => !existing.has(name)).length
}

async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await mkdir(folder, { mode: PRIVATE_DIRECTORY }) // its parent exists unless it was moved away
  syncDirectory(dirname(folder))
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes)
    throw new StorageError('disk_full', `${folder} accepts no more blocks: the disk is nearly full`)
}

/** Reads at most this many bytes with a single buffer, which is faster than reading a file of unknown length. */
async function readAtMost(path: string, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path)
  try {
    const memory = new Uint8Array(new ArrayBuffer(bytes))
    let filled = 0
    for (let isAtEnd = false; !isAtEnd;) {
      const { bytesRead } = await file.read(memory, filled, bytes - filled)
      filled += bytesRead
      isAtEnd = bytesRead === 0 || filled >= bytes - 1 // the last byte is beyond the expected end
    }
    return memory.subarray(0, filled)
  } finally {
    await file.close()
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', PRIVATE_FILE)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
