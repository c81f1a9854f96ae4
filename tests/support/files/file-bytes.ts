import { createHash } from 'node:crypto'

/** Content of a file that is no text, no two of its pages alike, so that a block in a wrong place is a difference. */
export function bytesOf(size: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(size, Uint8Array.of(0, 7, 14, 21, 28, 35, 42))
  for (let at = 0; at + 8 <= size; at += 4096) bytes.writeDoubleLE(at, at)
  return bytes
}

/** SHA-256 in hexadecimal. */
export function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
