/*
 * node bench/files-memory-child.ts MIB
 * Stores a file of that size and reads it again; prints the resident memory with its threads started, and the highest
 * there was. Linux only.
 */
import { readFileSync } from 'node:fs'
import { blockThreads } from '../src-main/client/files/block-threads.ts'
import type { FileSource } from '../src-main/client/files/file-source.ts'
import { openFileWorld } from './file-world.ts'

const MIB = 1024 * 1024
const sizeMiB = Number(process.argv[2])
const threads = blockThreads()
const world = await openFileWorld()

try {
  await storeAndRead(2 * MIB) // both threads have begun
  const startedMiB = memoryMiB('VmRSS')
  await storeAndRead(sizeMiB * MIB)
  console.log(JSON.stringify({ startedMiB, peakMiB: memoryMiB('VmHWM') }))
} finally {
  await threads.close()
  world.close()
}

async function storeAndRead(size: number): Promise<void> {
  await world.read(await world.store(madeUp(size), threads), threads)
}

/** A source that takes no disk. */
function madeUp(size: number): FileSource {
  return {
    size,
    open() {
      let left = size
      return Promise.resolve({
        next(into: Uint8Array) {
          const bytes = Math.min(into.length, left)
          into.subarray(0, bytes).fill(left & 255)
          left -= bytes
          return Promise.resolve(bytes)
        },
        close: () => Promise.resolve(),
      })
    },
  }
}

function memoryMiB(name: 'VmRSS' | 'VmHWM'): number {
  const kib = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return Number(kib) / 1024
}
