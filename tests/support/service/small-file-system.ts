import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { removeDirectory, temporaryDirectory } from '../workbench/workbench.ts'

/** A file system of its own in memory, which a test may fill or make read-only. */
export interface SmallFileSystem {
  readonly path: string
  /** Leaves not one free block, or only these bytes. */
  fill(freeBytes?: number): void
  /** Takes away what `fill` wrote. */
  makeRoom(): void
  makeReadOnly(): void
  makeWritable(): void
  unmount(): void
}

const FILLER = 'filler'

/**
 * Mounts one of `mib` MiB. Only an administrator of Linux may; where it cannot be done the tests that need it are skipped,
 * and their names say so.
 *
 * @returns undefined where nothing can be mounted
 */
export function mountSmallFileSystem(mib: number): SmallFileSystem | undefined {
  const path = temporaryDirectory()
  try {
    mount('-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', path)
  } catch {
    removeDirectory(path)
    return undefined
  }
  return {
    path,
    fill: (freeBytes = 0) => {
      const filler = join(path, FILLER)
      fillWith(filler)
      truncateSync(filler, statSync(filler).size - freeBytes)
    },
    makeRoom: () => {
      rmSync(join(path, FILLER), { force: true })
    },
    makeReadOnly: () => {
      mount('-o', 'remount,ro', path)
    },
    makeWritable: () => {
      mount('-o', 'remount,rw', path)
    },
    unmount() {
      execFileSync('umount', ['--lazy', path], { stdio: 'ignore' })
      removeDirectory(path)
    },
  }
}

/** Whether this machine lets a test mount one. */
export function canMountFileSystems(): boolean {
  const tried = mountSmallFileSystem(1)
  tried?.unmount()
  return tried !== undefined
}

function mount(...options: string[]): void {
  execFileSync('mount', options, { stdio: 'ignore' })
}

function fillWith(path: string): void {
  mkdirSync(join(path, '..'), { recursive: true })
  const file = openSync(path, 'a')
  try {
    for (const size of [1024 * 1024, 4096, 1]) writeUntilFull(file, Buffer.alloc(size, 1))
  } finally {
    closeSync(file)
  }
}

function writeUntilFull(file: number, bytes: Uint8Array): void {
  try {
    while (writeSync(file, bytes) === bytes.length);
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'ENOSPC')) throw fault
  }
}
