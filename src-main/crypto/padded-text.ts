/*
 * Text before it is sealed: UTF-8 with the padding of libsodium (80 00…) to a multiple of 32 bytes, so that the cipher text
 * hides the exact length.
 */
import { CryptoError } from './crypto-error.ts'
import { wipe } from './keys.ts'

const PADDING_BYTES = 32
const PADDING_START = 0x80
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Returns a new buffer, which the caller must wipe. */
export function padText(text: string): Uint8Array {
  const length = Buffer.byteLength(text, 'utf8')
  // Not sodium.pad, which copies into WebAssembly memory and back.
  const padded = new Uint8Array(length + PADDING_BYTES - (length % PADDING_BYTES))
  encoder.encodeInto(text, padded)
  padded[length] = PADDING_START
  return padded
}

/** Reverses {@link padText} and wipes its argument. @throws {CryptoError} `cannot_open` for bytes that are not padded text */
export function unpadText(padded: Uint8Array): string {
  try {
    return decoder.decode(padded.subarray(0, paddingStart(padded)))
  } catch (cause) {
    throw new CryptoError('cannot_open', 'the opened value is not padded text', { cause })
  } finally {
    wipe(padded)
  }
}

/** Need not run in constant time, because the tag already authenticates the padding. */
function paddingStart(padded: Uint8Array): number {
  const start = padded.lastIndexOf(PADDING_START)
  const lastBlock = padded.length - PADDING_BYTES
  const isPadding = lastBlock >= 0 && start >= lastBlock && padded.subarray(start + 1).every(isZero)
  if (!isPadding) throw new RangeError('no padding')
  return start
}

const isZero = (byte: number): boolean => byte === 0
