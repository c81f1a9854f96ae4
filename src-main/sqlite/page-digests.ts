import { hash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { tablesOfPages } from './database.ts'

/** Of every database this program makes. */
export const PAGE_BYTES = 4096

/** Of SHA-256: what a bit that flipped by chance does not repeat. It is no protection against a person. */
const DIGEST_BYTES = 16
const PAGES_AT_ONCE = 256

/** The digests of all pages of a file one after the other, 16 bytes each. A page that is cut short has one as well. */
export function pageDigests(path: string): Uint8Array {
  const digests: Uint8Array[] = []
  const buffer = Buffer.alloc(PAGES_AT_ONCE * PAGE_BYTES)
  const file = openSync(path, 'r')
  try {
    for (;;) {
      const length = readSync(file, buffer)
      if (length === 0) return Buffer.concat(digests)
      for (let start = 0; start < length; start += PAGE_BYTES) {
        const page = buffer.subarray(start, Math.min(start + PAGE_BYTES, length))
        digests.push(hash('sha256', page, 'buffer').subarray(0, DIGEST_BYTES))
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
