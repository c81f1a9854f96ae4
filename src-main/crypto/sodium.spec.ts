// Proves docs/contract/workbench.md, Workspaces: locking.

import { expect, it } from 'vitest'
import { randomBytes } from './random.ts'
import { sodium } from './sodium.ts'

it('sodium › leaves neither key nor clear text in the memory of its functions', () => {
  const key = randomBytes(sodium.crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
  const clear = randomBytes(48)
  const nonce = randomBytes(sodium.crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)

  const sealed = sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(clear, 'place', null, nonce, key)
  sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(null, sealed, 'place', nonce, key)
  sodium.crypto_kdf_derive_from_key(key.length, 1, 'PDVLOCAL', key)
  sodium.crypto_generichash(key.length, clear, key)

  const { libsodium } = sodium as unknown as { readonly libsodium: { readonly HEAPU8: Uint8Array } } // as in sodium.ts
  const memory = Buffer.from(libsodium.HEAPU8.buffer)
  expect(memory.indexOf(sealed)).toBe(-1)
  expect(memory.indexOf(key)).toBe(-1)
  expect(memory.indexOf(clear)).toBe(-1)
})
