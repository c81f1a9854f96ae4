import { closeSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { tablesOfPages } from './database.ts'

/** Of every database this program makes. */
export const PAGE_BYTES = 4096

/**
 * Of CRC-32: it finds up to three flipped bits of a page always, and of other chance changes all but one in four thousand
 * millions. Every start with a large plain file waits for it, and SHA-256 takes four times as long. It is no protection
 * against a person.
 */
const DIGEST_BYTES = Uint32Array.BYTES_PER_ELEMENT
const PAGES_AT_ONCE = 256

/** The digests of all pages of a file one after the other, four bytes each. A page that is cut short has one as well. */
export function pageDigests(path: string): Uint8Array {
  const digests: number[] = []
  const buffer = Buffer.alloc(PAGES_AT_ONCE * PAGE_BYTES)
  const file = openSync(path, 'r')
  try {
    for (;;) {
      const length = readSync(file, buffer)
      if (length === 0) return new Uint8Array(Uint32Array.from(digests).buffer)
      for (let start = 0; start < length; start += PAGE_BYTES) {
        digests.push(crc32(buffer.subarray(start, Math.min(start + PAGE_BYTES, length))))
      }
    }
  } finally {
    closeSync(file)
  }
}

/** Compares a plain file with its digests. @returns what is not as it was, in words; empty when all is */
export function findChangedPages(path: string, expected: Uint8Array): readonly string[] {
  const found = pageDigests(path)
  const changed: number[] = []
  for (let at = 0; at < Math.max(found.length, expected.length); at += DIGEST_BYTES) {
    const same = Buffer.compare(found.subarray(at, at + DIGEST_BYTES), expected.subarray(at, at + DIGEST_BYTES)) === 0
    if (!same) changed.push(at / DIGEST_BYTES + 1)
  }
  if (changed.length === 0) return []
  const tables = tablesOfPages(path, changed)
  const where = tables.length === 0 ? '' : `, which hold ${tables.slice(0, 10).join(', ')}`
  return [
    `${changed.length} of its pages are not as this program left them (the first is page ${changed[0]}${where}): ` +
      'the disk changed them, or another program did',
  ]
}
