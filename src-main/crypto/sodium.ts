/**
 * The one place that loads libsodium (beside the hashing worker, which runs in its own thread).
 * Importing this module waits until the WebAssembly code is ready, so everything built on it can be synchronous.
 */
import sodium from 'libsodium-wrappers-sumo'

await sodium.ready

export { sodium }
