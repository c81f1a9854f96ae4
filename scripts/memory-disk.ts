import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = '/dev/shm'
const ROOM_BYTES = 2 * 1024 ** 3

/**
 * A folder for what tests write, in memory where the system has such a disk with room: they make thousands of databases,
 * of which none outlives its test, and waiting for a disk took a fifth of their time. It goes when this process ends.
 *
 * @returns undefined where there is none, where it has no room, or where it runs no programs, as in many containers
 */
export function memoryDisk(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(FOLDER)
    if (bavail * bsize < ROOM_BYTES) return undefined
    const folder = mkdtempSync(join(FOLDER, 'vaultbench-'))
    process.once('exit', () => {
      rmSync(folder, { recursive: true, force: true })
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
    const program = join(folder, 'runs')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
    return spawnSync(program).status === 0 ? folder : undefined
  } catch {
    return undefined // there is no such folder, or it is not ours to write
  }
}
