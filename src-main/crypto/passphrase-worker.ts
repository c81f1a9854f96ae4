/**
 * Computes one Argon2id hash on a thread that ends afterwards. WebAssembly memory never shrinks, so any other thread would
 * keep 256 MiB, with the traces of the passphrase in it.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { inOwnMemory } from './keys.ts'
import { sodium } from './sodium.ts'
import type { PassphraseTask } from './passphrase.ts'

const { passphrase, salt, opsLimit, memoryBytes } = workerData as PassphraseTask // posted by passphrase.ts

// After the evaluation of this module, because Node aborts a program that ends during the top-level await of libsodium.
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
  parentPort?.postMessage(hash, [hash.buffer]) // transferred, because a copy could not be wiped
})
