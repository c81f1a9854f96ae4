import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'

/*
 * Layout (RFC 9562, 5.7): 48 bits Unix milliseconds | 4 bits version | 12 bits counter | 2 bits variant | 62 random bits.
 * The counter is that of RFC 9562, 6.2, method 1: in every millisecond, it starts at a random value in the lower half of its
 * range.
 */
const COUNTER_END = 0x1000
const COUNTER_START_MASK = 0x7ff

/**
 * Makes a source of UUIDs of version 7, in lower case. Each is greater than the one before, even within a millisecond or when
 * the clock is set back, so that rows are appended in key order. A process must use only one source.
 */
export function uuidV7Source(nowMs: () => number, random: RandomBytes = randomBytes): () => string {
  let lastMs = -1
  let counter = 0

  return () => {
    const tail = random(10)
    const ms = Math.max(0, Math.floor(nowMs()))
    counter = ms > lastMs ? uint16(tail, 0) & COUNTER_START_MASK : counter + 1
    lastMs = Math.max(ms, lastMs)
    if (counter === COUNTER_END) {
      lastMs += 1
      counter = 0
    }
    return formatUuid(lastMs, counter, tail.subarray(2))
  }
}

/** Reused for every id. */
const bytes = Buffer.alloc(16)

function formatUuid(ms: number, counter: number, tail: Uint8Array): string {
  bytes.writeUIntBE(ms, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes.set(tail, 8)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return uuidText(bytes)
}

/** The 16 bytes of a UUID as text, in lower case. */
export function uuidText(uuid: Buffer): string {
  const hex = uuid.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

function uint16(bytes: Uint8Array, offset: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint16(offset)
}
