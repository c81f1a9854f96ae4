/*
 * node bench/files-memory-child.ts MIB
 * Stores a file of that size and reads it again; prints the resident memory with its threads started, and the highest
 * there was. Linux only.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blockThreads } from '../src-main/client/files/block-threads.ts'
import type { FileSource } from '../src-main/client/files/file-source.ts'
import { fileUploadJournal } from '../src-main/client/files/file-upload-journal.ts'
import type { FileTools } from '../src-main/client/files/upload-file.ts'
import { uploadFile } from '../src-main/client/files/upload-file.ts'
import { openFile } from '../src-main/client/files/open-file.ts'
import { newDataEncryptionKey } from '../src-main/crypto/keys.ts'
import { diskFileStore } from './disk-file-store.ts'

const MIB = 1024 * 1024
const sizeMiB = Number(process.argv[2])
const folder = mkdtempSync(join(tmpdir(), 'vaultbench-bench-'))
const threads = blockThreads()
const keys = { dataEncryptionKey: newDataEncryptionKey() }

try {
  await storeAndRead(2 * MIB) // both threads have begun
  const startedMiB = memoryMiB('VmRSS')
  await storeAndRead(sizeMiB * MIB)
  console.log(JSON.stringify({ startedMiB, peakMiB: memoryMiB('VmHWM') }))
} finally {
  await threads.close()
  rmSync(folder, { recursive: true })
}

async function storeAndRead(size: number): Promise<void> {
  const tools: FileTools = { store: diskFileStore(folder), threads }
  const file = { filename: 'bench', content_type: 'video/mp4' }
  const journal = fileUploadJournal(join(folder, 'journal'))
  const source = madeUp(size)
  const { attachmentId, keyText } = await uploadFile(tools, { source, file, family: 'pdv1', journal, keys })
  const opened = await openFile(tools, attachmentId, keyText)
  await opened.read(() => undefined)
  opened.close()
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
