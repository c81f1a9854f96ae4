import { createRequire } from 'node:module'

/** A symmetric key of the published library. */
export interface LibraryKey {
  readonly bytes: Uint8Array
}

/** A signature of the published library. */
interface PublishedSignature {
  readonly serialized: string
}

/** What the tests use of `@meeco/cryppo`. */
interface PublishedLibrary {
  readonly EncryptionKey: { fromBytes(bytes: Uint8Array): LibraryKey; generateRandom(length: number): LibraryKey }
  readonly CipherStrategy: { readonly AES_GCM: 'AES-GCM' }
  generateRSAKeyPair(bits: number): Promise<{ readonly privateKey: string; readonly publicKey: string }>
  encryptWithKey(
    sealing: { readonly key: LibraryKey; readonly data: Uint8Array; readonly strategy: 'AES-GCM' },
    format?: string,
  ): Promise<{ readonly serialized: string | null }>
  encryptWithKeyDerivedFromString(sealing: {
    readonly passphrase: string
    readonly data: Uint8Array
    readonly strategy: 'AES-GCM'
    readonly serializationVersion: string
  }): Promise<{ readonly serialized: string }>
  encryptWithPublicKey(
    sealing: { readonly publicKeyPem: string; readonly data: string },
    format?: string,
  ): Promise<{ readonly serialized: string }>
  decryptWithKey(opening: { readonly serialized: string; readonly key: LibraryKey }): Promise<Uint8Array | null>
  decryptWithKeyDerivedFromString(opening: {
    readonly serialized: string
    readonly passphrase: string
  }): Promise<Uint8Array>
  decryptSerializedWithPrivateKey(opening: {
    readonly privateKeyPem: string
    readonly serialized: string
  }): Promise<string>
  signWithPrivateKey(privateKeyPem: string, data: Uint8Array): PublishedSignature
  loadRsaSignature(serialized: string): PublishedSignature
  verifyWithPublicKey(publicKeyPem: string, signature: PublishedSignature): boolean
  hmacSha256Digest(key: string, message: string): string
  bytesToBinaryString(bytes: Uint8Array): string
}

// The library has no usable ES module; its types describe an older TypeScript.
const require = createRequire(import.meta.url)
export const publishedLibrary = require('@meeco/cryppo') as PublishedLibrary

/** Seals bytes under a key. @throws {Error} for nothing, which the library makes nothing of */
export async function librarySeal(key: LibraryKey, data: Uint8Array, format?: string): Promise<string> {
  const strategy = publishedLibrary.CipherStrategy.AES_GCM
  const { serialized } = await publishedLibrary.encryptWithKey({ key, data, strategy }, format)
  if (serialized === null) throw new Error('the published library encrypts nothing to nothing')
  return serialized
}

export async function libraryOpen(key: LibraryKey, serialized: string): Promise<Uint8Array> {
  const clear = await publishedLibrary.decryptWithKey({ key, serialized })
  if (clear === null) throw new Error('the published library could not decrypt')
  return clear
}
