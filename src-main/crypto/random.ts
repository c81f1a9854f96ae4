import { randomFillSync } from 'node:crypto'

/** Port: `length` fresh, unpredictable bytes in a buffer of their own. */
export type RandomBytes = (length: number) => Uint8Array

const POOL_BYTES = 64 * 1024
/** Longer requests are rare; they bypass the pool so that they cannot empty it. */
const LARGEST_POOLED_REQUEST = 1024

const pool = new Uint8Array(POOL_BYTES)
let next = POOL_BYTES

/**
 * The system's random bytes, drawn 64 KiB at a time: one system call per nonce would cost more than sealing a value.
 * Bytes that were handed out are overwritten in the pool, so the pool never holds a secret in use.
 */
export const randomBytes: RandomBytes = (length) => {
  if (length > LARGEST_POOLED_REQUEST) return randomFillSync(new Uint8Array(length))
  if (next + length > POOL_BYTES) refill()
  const drawn = pool.slice(next, next + length)
  pool.fill(0, next, next + length)
  next += length
  return drawn
}

function refill(): void {
  randomFillSync(pool)
  next = 0
}
