/**
 * Runs one Argon2id hash and ends with its thread: WebAssembly memory never shrinks, so 256 MiB would stay with
 * whatever thread did this, and what the hash left in that memory ends with it too.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { inOwnMemory } from './keys.ts'
import { sodium } from './sodium.ts'
import type { PassphraseTask } from './passphrase.ts'

const { passphrase, salt, opsLimit, memoryBytes } = workerData as PassphraseTask // posted by passphrase.ts, nobody else

// Outside of this module's evaluation, which has waited for libsodium: Node aborts a program that ends during it.
setImmediate(() => {
  const hash = inOwnMemory(
    sodium.crypto_pwhash(
      sodium.crypto_aead_xchacha20poly1305_ietf_KEYBYTES,
      passphrase,
      salt,
      opsLimit,
      memoryBytes,
      sodium.crypto_pwhash_ALG_ARGON2ID13,
    ),
  )
  passphrase.fill(0)
  parentPort?.postMessage(hash, [hash.buffer]) // handed over: a copy could not be wiped
})
