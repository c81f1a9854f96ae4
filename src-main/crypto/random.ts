import { randomFillSync } from 'node:crypto'

/** Port: returns new, unpredictable bytes in a buffer of their own. */
export type RandomBytes = (length: number) => Uint8Array

const POOL_BYTES = 64 * 1024
/** Longer requests bypass the pool, so that they do not empty it. */
const LARGEST_POOLED_REQUEST = 1024

/** Random bytes of the operating system, through a pool. */
export const randomBytes: RandomBytes = randomPool((bytes) => randomFillSync(bytes))

/**
 * Draws random bytes 64 KiB at a time, because a system call for each nonce would take longer than sealing a value. Drawn bytes
 * are overwritten in the pool, so that it contains no secret in use.
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
