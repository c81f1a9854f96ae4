/*
 * Direct calls of libsodium, where its wrapper is too slow or limited: it allocates memory for each argument, which takes
 * longer than sealing a short value, and a new array for each result; and it does not give access to the state of a stream.
 * All memory is freed after a call, which also wipes it (`sodium.ts`).
 */
import { sodium } from './sodium.ts'

/** The functions that Emscripten exports. They take a 64-bit length as two numbers. */
interface Exports {
  readonly _malloc: (bytes: number) => number
  readonly _free: (address: number) => void
  readonly HEAPU8: Uint8Array
  readonly _crypto_aead_xchacha20poly1305_ietf_encrypt: SodiumCall
  readonly _crypto_aead_xchacha20poly1305_ietf_decrypt: SodiumCall
  readonly _crypto_generichash: SodiumCall
}

type SodiumCall = (...parameters: readonly number[]) => number

const { libsodium } = sodium as unknown as { readonly libsodium: Exports } // exported, but not in its types

const {
  crypto_aead_xchacha20poly1305_ietf_ABYTES: TAG_BYTES,
  crypto_aead_xchacha20poly1305_ietf_KEYBYTES: KEY_BYTES,
  crypto_aead_xchacha20poly1305_ietf_NPUBBYTES: NONCE_BYTES,
  crypto_generichash_BYTES: HASH_BYTES,
} = sodium
const encoder = new TextEncoder()
/** The size of the state of a stream: key(32) ‖ nonce(12) ‖ padding(8). */
const STATE_BYTES = 52

export interface AeadParts {
  readonly key: Uint8Array
  readonly nonce: Uint8Array
  readonly associated: Uint8Array
}

/**
 * Seals with XChaCha20-Poly1305. Undefined if libsodium refuses.
 *
 * @param target a buffer with 16 bytes more than the content
 * @throws {RangeError} for a key or nonce of a wrong length
 */
export function sealInPlace(parts: AeadParts, content: Uint8Array, target: Uint8Array): Uint8Array | undefined {
  return inSodiumMemory(
    parts,
    { source: content, target },
    ({ at, bytes, associatedAt, associatedBytes, nonceAt, keyAt }) =>
      libsodium._crypto_aead_xchacha20poly1305_ietf_encrypt(
        ...[at, 0, at, bytes, 0, associatedAt, associatedBytes, 0, 0, nonceAt, keyAt],
      ),
  )
}

/** Reverses {@link sealInPlace}. Undefined if it does not open. @throws {RangeError} for a key or nonce of a wrong length */
export function openInPlace(parts: AeadParts, sealed: Uint8Array, target: Uint8Array): Uint8Array | undefined {
  return inSodiumMemory(
    parts,
    { source: sealed, target },
    ({ at, bytes, associatedAt, associatedBytes, nonceAt, keyAt }) =>
      libsodium._crypto_aead_xchacha20poly1305_ietf_decrypt(
        ...[at, 0, 0, at, bytes, 0, associatedAt, associatedBytes, 0, nonceAt, keyAt],
      ),
  )
}

interface Addresses {
  /** The address and length of the input, which the output overwrites. */
  readonly at: number
  readonly bytes: number
  readonly keyAt: number
  readonly nonceAt: number
  readonly associatedAt: number
  readonly associatedBytes: number
}

function inSodiumMemory(
  { key, nonce, associated }: AeadParts,
  { source, target }: { readonly source: Uint8Array; readonly target: Uint8Array },
  call: (addresses: Addresses) => number,
): Uint8Array | undefined {
  if (key.length !== KEY_BYTES || nonce.length !== NONCE_BYTES)
    throw new RangeError('a key or nonce is not as long as it must be')
  const keyAt = allocate(KEY_BYTES + NONCE_BYTES + associated.length + source.length + TAG_BYTES)
  const nonceAt = keyAt + KEY_BYTES
  const associatedAt = nonceAt + NONCE_BYTES
  const at = associatedAt + associated.length
  try {
    const memory = libsodium.HEAPU8 // read after the allocation, which may have replaced it
    memory.set(source, at)
    memory.set(key, keyAt)
    memory.set(nonce, nonceAt)
    memory.set(associated, associatedAt)
    const result = call({ at, bytes: source.length, keyAt, nonceAt, associatedAt, associatedBytes: associated.length })
    if (result !== 0) return undefined
    target.set(libsodium.HEAPU8.subarray(at, at + target.length))
    return target
  } finally {
    libsodium._free(keyAt)
  }
}

/** Keyed BLAKE2b-256 of a text as UTF-8. @throws {RangeError} for a key of more than 64 bytes */
export function hashText(key: Uint8Array, text: string): Uint8Array {
  const textBytes = Buffer.byteLength(text, 'utf8')
  const hashAt = allocate(HASH_BYTES + key.length + textBytes)
  const keyAt = hashAt + HASH_BYTES
  const textAt = keyAt + key.length
  try {
    const memory = libsodium.HEAPU8
    memory.set(key, keyAt)
    encoder.encodeInto(text, memory.subarray(textAt, textAt + textBytes))
    const result = libsodium._crypto_generichash(...[hashAt, HASH_BYTES, textAt, textBytes, 0, keyAt, key.length])
    if (result !== 0) throw new RangeError('a key is longer than it may be')
    return memory.slice(hashAt, keyAt)
  } finally {
    libsodium._free(hashAt)
  }
}

function allocate(bytes: number): number {
  const address = libsodium._malloc(bytes)
  if (address === 0) throw new RangeError(`libsodium has no memory for ${bytes} bytes`)
  return address
}

/** A position in a stream. */
export interface StreamStart {
  readonly key: Uint8Array
  readonly header: Uint8Array
  /** The state after the previous message; absent for the first message. */
  readonly state?: Uint8Array | undefined
}

/** Seals one message of a stream. The result only depends on the arguments. */
export function sealStreamMessage(
  start: StreamStart,
  content: Uint8Array,
  { associated, tag }: { readonly associated: Uint8Array; readonly tag: number },
): Uint8Array {
  return withStream(start, (stream) =>
    sodium.crypto_secretstream_xchacha20poly1305_push(stream, content, associated, tag),
  )
}

export interface StreamMessage {
  readonly content: Uint8Array
  readonly tag: number
  /** The state for the next message. */
  readonly state: Uint8Array
}

/** @returns undefined if the message was changed or is not the next one */
export function openStreamMessage(
  start: StreamStart,
  sealed: Uint8Array,
  associated: Uint8Array,
): StreamMessage | undefined {
  return withStream(start, (stream, address) => {
    const pulled = sodium.crypto_secretstream_xchacha20poly1305_pull(stream, sealed, associated)
    if (pulled === false) return undefined
    return { content: pulled.message, tag: pulled.tag, state: libsodium.HEAPU8.slice(address, address + STATE_BYTES) }
  })
}

type Stream = ReturnType<typeof sodium.crypto_secretstream_xchacha20poly1305_init_pull>

/** Initializes a stream with `init_pull` also for sealing, because `init_push` would choose a header of its own. */
function withStream<Result>(
  { header, key, state }: StreamStart,
  work: (stream: Stream, address: number) => Result,
): Result {
  const stream = sodium.crypto_secretstream_xchacha20poly1305_init_pull(header, key)
  const address = stream as unknown as number // which its type hides
  try {
    if (state !== undefined) libsodium.HEAPU8.set(state, address)
    return work(stream, address)
  } finally {
    libsodium._free(address)
  }
}
