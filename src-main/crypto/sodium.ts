/** Loads libsodium. Importing this module waits until its WebAssembly code is ready, so that all calls are synchronous. */
import sodium from 'libsodium-wrappers-sumo'

await sodium.ready
wipeFreedMemory()

export { sodium }

/** The allocator that Emscripten exports. */
interface Allocator {
  _malloc: (bytes: number) => number
  _free: (address: number) => void
  /** The whole memory. It is replaced when the memory grows. */
  readonly HEAPU8: Uint8Array
}

const WORD_BYTES = 4
/** The size of the memory is noted in front of it. Its address stays a multiple of 16, as the allocator promises. */
const HEAD_BYTES = 16

/**
 * Overwrites memory when it is freed. All functions copy their arguments into WebAssembly memory, where keys and clear texts
 * would otherwise remain. A map of the sizes would be made anew at every few calls, and each former one be kept until the
 * next full garbage collection.
 */
function wipeFreedMemory(): void {
  const { libsodium } = sodium as unknown as { readonly libsodium: Allocator } // exported, but not in its types
  const { _malloc: allocate, _free: free } = libsodium
  let words = new Uint32Array(libsodium.HEAPU8.buffer)
  const memoryWords = () => {
    if (words.buffer !== libsodium.HEAPU8.buffer) words = new Uint32Array(libsodium.HEAPU8.buffer)
    return words
  }
  libsodium._malloc = (bytes) => {
    const head = allocate(HEAD_BYTES + bytes)
    if (head === 0) return 0
    memoryWords()[head / WORD_BYTES] = bytes
    return head + HEAD_BYTES
  }
  libsodium._free = (address) => {
    if (address === 0) return
    const head = address - HEAD_BYTES
    const bytes = memoryWords()[head / WORD_BYTES] ?? 0
    libsodium.HEAPU8.fill(0, head, address + bytes)
    free(head)
  }
}
