import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { tablesOfPages } from './database.ts'

/** The size of a page in every database of this program. */
export const PAGE_BYTES = 4096

/**
 * A digest is a CRC-32, which detects up to three flipped bits of a page, and all but one in four billion other random
 * changes. The start with a large plain file waits for it, and SHA-256 takes four times as long. It does not protect
 * against deliberate changes.
 */
const DIGEST_BYTES = Uint32Array.BYTES_PER_ELEMENT
const CHUNK_BYTES = 256 * PAGE_BYTES

/**
 * The digests of all pages of a file in order, four bytes each, including an incomplete last page. The next chunk is
 * read while this thread sums one, which takes less than a millisecond.
 */
export async function pageDigests(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const digests = Buffer.alloc(Math.ceil((await file.stat()).size / PAGE_BYTES) * DIGEST_BYTES)
    const buffers = [Buffer.alloc(CHUNK_BYTES), Buffer.alloc(CHUNK_BYTES)] as const
    const read = (part: number) => file.read(buffers[part % 2 === 0 ? 0 : 1], 0, CHUNK_BYTES, part * CHUNK_BYTES)
    let pending = read(0)
    for (let part = 0, at = 0; ; part += 1) {
      const { buffer, bytesRead } = await pending
      if (bytesRead === 0) return digests
      pending = read(part + 1)
      for (let start = 0; start < bytesRead; start += PAGE_BYTES) {
        const page = buffer.subarray(start, Math.min(start + PAGE_BYTES, bytesRead))
        at = digests.writeUInt32LE(crc32(page), at)
      }
    }
  } finally {
    await file.close()
  }
}

/** Compares an unprotected file with its digests. @returns the differences as sentences; empty if there are none */
export async function findChangedPages(path: string, expected: Uint8Array): Promise<readonly string[]> {
  const found = await pageDigests(path)
  if (found.equals(expected)) return []
  const changed: number[] = []
  for (let at = 0; at < Math.max(found.length, expected.length); at += DIGEST_BYTES) {
    const same = Buffer.compare(found.subarray(at, at + DIGEST_BYTES), expected.subarray(at, at + DIGEST_BYTES)) === 0
    if (!same) changed.push(at / DIGEST_BYTES + 1)
  }
  const tables = tablesOfPages(path, changed)
  const where = tables.length === 0 ? '' : `, which hold ${tables.slice(0, 10).join(', ')}`
  return [
    `${changed.length} of its pages differ from what this program wrote (the first is page ${changed[0]}${where}): ` +
      'the disk changed them, or another program did',
  ]
}
