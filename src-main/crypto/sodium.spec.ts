// Proves docs/contract/workbench.md, Workspaces: locking.

import { expect, it } from 'vitest'
import { randomBytes } from './random.ts'
import { sodium } from './sodium.ts'
import { hashText, openInPlace, sealInPlace } from './sodium-memory.ts'

it.each([
  ['key', { key: 31, nonce: 24 }],
  ['nonce', { key: 32, nonce: 12 }],
])('sodium › refuses a %s of another length, and reads nothing beside it', (_what, { key, nonce }) => {
  const parts = { key: new Uint8Array(key), nonce: new Uint8Array(nonce), associated: new Uint8Array() }

  expect(() => sealInPlace(parts, new Uint8Array(), new Uint8Array(16))).toThrow(RangeError)
  expect(() => openInPlace(parts, new Uint8Array(16), new Uint8Array())).toThrow(RangeError)
})

it('sodium › hashes a text as its wrapper does', () => {
  for (const [length, text] of [
    [32, 'ä'],
    [64, ''],
    [16, '\ud800 half a pair'],
  ] as const) {
    const key = randomBytes(length)

    expect(hashText(key, text)).toEqual(sodium.crypto_generichash(32, text, key))
  }
  expect(() => hashText(new Uint8Array(65), 'a')).toThrow(RangeError)
})

it('sodium › leaves neither key nor clear text in the memory of its functions', () => {
  const key = randomBytes(sodium.crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
  const clear = randomBytes(48)
  const nonce = randomBytes(sodium.crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)

  const sealed = sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(clear, 'place', null, nonce, key)
  sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(null, sealed, 'place', nonce, key)
  sodium.crypto_kdf_derive_from_key(key.length, 1, 'PDVLOCAL', key)
  sodium.crypto_generichash(key.length, clear, key)
  const parts = { key, nonce, associated: new Uint8Array(5) }
  const again = sealInPlace(parts, clear, new Uint8Array(sealed.length))
  openInPlace(parts, again ?? new Uint8Array(), new Uint8Array(clear.length))
  hashText(key, clear.toString())

  const { libsodium } = sodium as unknown as { readonly libsodium: { readonly HEAPU8: Uint8Array } } // as in sodium.ts
  const memory = Buffer.from(libsodium.HEAPU8.buffer)
  expect(memory.indexOf(sealed)).toBe(-1)
  expect(memory.indexOf(key)).toBe(-1)
  expect(memory.indexOf(clear)).toBe(-1)
  expect(memory.indexOf(clear.toString())).toBe(-1)
  expect(memory.indexOf(again ?? sealed)).toBe(-1)
})
