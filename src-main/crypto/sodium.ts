/**
 * The one place that loads libsodium (beside the hashing worker, which runs in its own thread).
 * Importing this module waits until the WebAssembly code is ready, so everything built on it can be synchronous.
 */
import sodium from 'libsodium-wrappers-sumo'

await sodium.ready
wipeWhatIsFreed()

export { sodium }

/** The allocator below the functions that are called from here, as Emscripten exports it. */
interface Allocator {
  _malloc: (bytes: number) => number
  _free: (address: number) => void
  /** All of its memory; another view after that grew. */
  readonly HEAPU8: Uint8Array
}

/**
 * Every function copies its arguments into WebAssembly memory and frees them afterwards: keys and clear texts would stay
 * there until something else is written over them.
 */
function wipeWhatIsFreed(): void {
  const { libsodium } = sodium as unknown as { readonly libsodium: Allocator } // exported, but not in its types
  const { _malloc: allocate, _free: free } = libsodium
  const sizes = new Map<number, number>()
  libsodium._malloc = (bytes) => {
    const address = allocate(bytes)
    sizes.set(address, bytes)
    return address
  }
  libsodium._free = (address) => {
    libsodium.HEAPU8.fill(0, address, address + (sizes.get(address) ?? 0))
    sizes.delete(address)
    free(address)
  }
}
