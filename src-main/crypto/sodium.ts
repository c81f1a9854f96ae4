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

/**
 * Overwrites memory when it is freed. All functions copy their arguments into WebAssembly memory, where keys and clear texts
 * would otherwise remain.
 */
function wipeFreedMemory(): void {
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
