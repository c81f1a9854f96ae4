import { randomFillSync } from 'node:crypto'

/** Port: `length` fresh, unpredictable bytes in a buffer of their own. */
export type RandomBytes = (length: number) => Uint8Array

const POOL_BYTES = 64 * 1024
/** Longer requests are rare; they bypass the pool so that they cannot empty it. */
const LARGEST_POOLED_REQUEST = 1024

/** The system's random bytes, through a pool: the port's implementation for everything but tests. */
export const randomBytes: RandomBytes = randomPool((bytes) => randomFillSync(bytes))

/**
 * Draws random bytes 64 KiB at a time: one system call per nonce would cost more than sealing a value. Bytes that were
 * handed out are overwritten in the pool, so the pool never holds a secret in use.
 */
export function randomPool(fillRandomly: (bytes: Uint8Array) => unknown): RandomBytes {
  const pool = new Uint8Array(POOL_BYTES)
  let next = POOL_BYTES

  return (length) => {
    if (length > LARGEST_POOLED_REQUEST) return filled(length, fillRandomly)
    if (next + length > POOL_BYTES) {
      fillRandomly(pool)
      next = 0
    }
    const drawn = pool.slice(next, next + length)
    pool.fill(0, next, next + length)
    next += length
    return drawn
  }
}

function filled(length: number, fillRandomly: (bytes: Uint8Array) => unknown): Uint8Array {
  const bytes = new Uint8Array(length)
  fillRandomly(bytes)
  return bytes
}
