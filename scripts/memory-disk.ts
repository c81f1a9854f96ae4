import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = '/dev/shm'
const MIN_FREE_BYTES = 2 * 1024 ** 3

/**
 * Makes a folder in memory for the files of tests, which create thousands of short-lived databases: waiting for the
 * disk took a fifth of their time. The folder is deleted when this process ends.
 *
 * @returns undefined if there is no such disk, or it is too full, or it cannot run programs, as in many containers
 */
export function memoryDisk(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(FOLDER)
    if (bavail * bsize < MIN_FREE_BYTES) return undefined
    const folder = mkdtempSync(join(FOLDER, 'vaultbench-'))
    process.once('exit', () => {
      rmSync(folder, { recursive: true, force: true })
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
    const program = join(folder, 'can-execute')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
    return spawnSync(program).status === 0 ? folder : undefined
  } catch {
    return undefined // missing, or not writable
  }
}
