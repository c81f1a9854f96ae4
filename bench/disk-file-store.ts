import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { blockIdOf } from '../src-main/client/files/file-store.ts'
import type { FileStore } from '../src-main/client/files/file-store.ts'

/** Bytes a block of the published length takes in our format. */
const STORED_BLOCK_BYTES = 1_048_576 + 16

/** A block on the disk as a careful program writes it: under another name, flushed, renamed, the folder flushed. */
export async function writeBlock(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(folder, `${name}.new`)
  const handle = await open(temporary, 'w')
  try {
    await handle.writeFile(bytes)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await rename(temporary, join(folder, name))
  const directory = openSync(folder, 'r')
  fsyncSync(directory)
  closeSync(directory)
}

export async function readBlock(folder: string, name: string, into: Uint8Array): Promise<number> {
  const handle = await open(join(folder, name))
  try {
    const { bytesRead } = await handle.read(into)
    return bytesRead
  } finally {
    await handle.close()
  }
}

/** The least that has to be done to keep files: a file for each block. Blobs are numbered; the first is the large one. */
export function diskFileStore(folder: string): FileStore {
  const sizes: number[] = []
  const small = new Map<string, Uint8Array>()
  return {
    requestUpload({ byte_size }) {
      sizes.push(byte_size)
      const number = sizes.length
      return Promise.resolve({ blob_id: number, blob_key: String(number), url: `${number}` })
    },
    async putBlock(url, blockId, bytes) {
      if (url === '1') await writeBlock(folder, nameOf(blockId), bytes)
      else small.set(url, Uint8Array.from(bytes))
    },
    commitBlocks: () => Promise.resolve(),
    createAttachment: () => Promise.resolve({ id: 'attachment' }),
    getAttachment: () =>
      Promise.resolve({
        id: 'attachment',
        main: { filename: 'bench', content_type: 'video/mp4', bytesize: sizes[0] ?? 0, url: '1' },
        encryption_artifact: { url: '2' },
      }),
    readInto: (_url, start, into) => readBlock(folder, nameOf(blockIdOf(start / STORED_BLOCK_BYTES)), into),
    readWhole: (url) => Promise.resolve(small.get(url) ?? new Uint8Array()),
  }
}

function nameOf(blockId: string): string {
  return Buffer.from(blockId).toString('hex')
}
