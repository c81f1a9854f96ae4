// Proves docs/contract/client-crypto.md, Published format: symmetric, Published format: passphrase, Published format:
// to a public key, Published format: proof of a value.

// @module-tag full

import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { newDataEncryptionKey, newVerificationKey } from '../../src-main/crypto/keys.ts'
import type { RsaKeyPair } from '../../src-main/crypto/published/rsa.ts'
import { newRsaKeyPair, privateKeyPem, readRsaKeyPair } from '../../src-main/crypto/published/rsa.ts'
import { provePublishedValue } from '../../src-main/crypto/published/value-proof.ts'
import {
  lockShareKey,
  newShareKey,
  openShareKey,
  openShareValue,
  openVerificationKey,
  sealOwnValue,
  sealShareKey,
  unlockShareKey,
  verifyValue,
} from '../../src-main/crypto/share-format.ts'
import { libraryOpen, librarySeal, publishedLibrary as library } from '../support/published/published-library.ts'

const SMALL_KEY_BITS = 2048
const PASSPHRASE = 'K7QF-2M9T-XD4R-8WPA'
const LATEST = 'latest_version'
const FORMS = [
  ['BSON', LATEST],
  ['YAML, the older form', 'legacy'],
] as const
const place = { itemId: '049740cb-ad1f-43d9-9254-ae25eba30f47', slotId: 'ce9d89f8-a50a-486a-b007-d1cb006ee157' }
const binding = { itemId: place.itemId, recipientId: '7d1d4ab5-6cf8-4b2c-9c49-6a9d0fd3bd11' }
const shareKey = newShareKey('published')
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

let theirs: { readonly privateKey: string; readonly publicKey: string }
let pair: RsaKeyPair

beforeAll(async () => {
  theirs = await library.generateRSAKeyPair(SMALL_KEY_BITS)
  pair = await newRsaKeyPair(SMALL_KEY_BITS)
})

describe('what we seal for a user of the published client', () => {
  it('has a share key that its private key opens', async () => {
    const serialized = sealShareKey(theirs.publicKey, shareKey, binding)
    const opened = await library.decryptSerializedWithPrivateKey({ privateKeyPem: theirs.privateKey, serialized })

    expect(Buffer.from(opened, 'latin1').equals(shareKey.key)).toBe(true)
  })

  it('opens with the private key we would give it', async () => {
    const serialized = sealShareKey(pair.publicKey, shareKey, binding)
    const opened = await library.decryptSerializedWithPrivateKey({ privateKeyPem: privateKeyPem(pair), serialized })

    expect(Buffer.from(opened, 'latin1').equals(shareKey.key)).toBe(true)
  })

  it('has values and proofs that it accepts, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), async (value) => {
        const sealed = sealOwnValue(shareKey, place, value)
        if (sealed === undefined) throw new Error('nothing was sealed')
        const key = library.EncryptionKey.fromBytes(shareKey.key)
        const opened = text(await libraryOpen(key, sealed.encrypted_value))
        const serialized = sealed.encrypted_value_verification_key
        const verifier = library.bytesToBinaryString(await libraryOpen(key, serialized))

        expect(opened).toBe(value)
        expect(library.hmacSha256Digest(verifier, opened)).toBe(sealed.value_verification_hash)
      }),
      { numRuns: 50 },
    )
  })

  it('has a locked key that its passphrase opens', async () => {
    const serialized = await lockShareKey(shareKey, PASSPHRASE)

    expect(hex(await library.decryptWithKeyDerivedFromString({ serialized, passphrase: PASSPHRASE }))).toBe(
      hex(shareKey.key),
    )
  })
})

describe.each(FORMS)('what the published client seals for us, in %s', (_, format) => {
  it('has a share key that our key pair opens', async () => {
    const data = library.bytesToBinaryString(shareKey.key)
    const { serialized } = await library.encryptWithPublicKey({ publicKeyPem: pair.publicKey, data }, format)

    expect(openShareKey(pair, serialized, binding)).toMatchObject({ format: 'published', kid: shareKey.kid })
  })

  it('has values that open and verify', async () => {
    const verifier = newVerificationKey('published')
    const value = 'Zoë’s 漢字 😀'
    const hash = library.hmacSha256Digest(library.bytesToBinaryString(verifier), value)

    const opened = openShareValue(shareKey, place, await seal(Buffer.from(value, 'utf8'), format))
    const verificationKey = openVerificationKey(shareKey, place, await seal(verifier, format))

    expect(opened).toBe(value)
    expect(verifyValue(place, opened, { verificationKey, hash })).toBe('weakly_verified')
    expect(verifyValue(place, `${opened}!`, { verificationKey, hash })).toBe('changed')
  })

  it('has a locked key that our passphrase opens', async () => {
    const { serialized } = await library.encryptWithKeyDerivedFromString({
      passphrase: PASSPHRASE,
      data: shareKey.key,
      strategy: 'AES-GCM',
      serializationVersion: format,
    })

    expect(await unlockShareKey(PASSPHRASE.toLowerCase(), serialized)).toMatchObject({ kid: shareKey.kid })
    await expect(unlockShareKey('K7QF-2M9T-XD4R-8WPB', serialized)).rejects.toMatchObject({ code: 'cannot_open' })
  })
})

describe('the published client’s keys and proofs', () => {
  it('are read as its library writes them', () => {
    expect(readRsaKeyPair(theirs.publicKey, theirs.privateKey).publicKey).toBe(theirs.publicKey)
  })

  it('agree with ours on any text', () => {
    const key = newVerificationKey('published')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(provePublishedValue(key, value)).toBe(library.hmacSha256Digest(library.bytesToBinaryString(key), value))
      }),
    )
  })

  it('are refused under another key', async () => {
    const other = { ...shareKey, key: newDataEncryptionKey() }
    const sealed = await seal(Buffer.from('BMW'), LATEST)

    expect(() => openShareValue(other, place, sealed)).toThrow(expect.objectContaining({ code: 'cannot_open' }))
  })
})

function seal(data: Uint8Array, format: string): Promise<string> {
  return librarySeal(library.EncryptionKey.fromBytes(shareKey.key), data, format)
}
