/*
 * `Rsa<bits>.<cipher text>.QQUAAAAA` (docs/contract/client-crypto.md, Published format: to a public key): RSA-OAEP with
 * SHA-1, MGF1-SHA-1 and no label. The third part is always the same and is not read. Published clients require SHA-1, and OAEP
 * does not depend on its collision resistance. They also require PEM SPKI for public keys and PEM PKCS#1 for private ones.
 */
import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  privateDecrypt,
  publicEncrypt,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { CryptoError } from '../crypto-error.ts'
import { malformed, readPart, writePart } from './artefacts.ts'

/** A key pair for connections with users of published clients. The private key is in native memory. */
export interface RsaKeyPair {
  /** PEM text, which must not change, because clients find connections by comparing it. */
  readonly publicKey: string
  readonly privateKey: KeyObject
}

const BITS = 4096
const OAEP = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' } as const
/** Version byte `A` and an empty BSON document. */
const EMPTY_ARTEFACTS = 'QQUAAAAA'
const SEALED = /^Rsa(\d{4,5})\.([^.]+)\.[^.]+$/
const PKCS1_PEM = /^\s*-----BEGIN RSA PRIVATE KEY-----[A-Za-z0-9+/=\s]+-----END RSA PRIVATE KEY-----\s*$/
/** Published clients end lines with CR LF, LF or CR. OpenSSL does not read CR. */
const LINE_END = /\r\n?/g

const generate = promisify(generateKeyPair)

/** Generates a pair on another thread, which takes a second or more for 4096 bits. */
export async function newRsaKeyPair(bits: number = BITS): Promise<RsaKeyPair> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: bits })
  return { publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(), privateKey }
}

/** The private key as PEM text. Text cannot be wiped, so it must not be kept. */
export function privateKeyPem({ privateKey }: RsaKeyPair): string {
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
}

/**
 * Joins a stored private key with its public key.
 *
 * @throws {CryptoError} `key_invalid` if the text is not a private key in PKCS#1 form; `wrong_key` if it belongs to another
 *   public key
 */
export function readRsaKeyPair(publicKey: string, pem: string): RsaKeyPair {
  const privateKey = readPrivateKey(pem)
  if (!createPublicKey(publicKey.replace(LINE_END, '\n')).equals(createPublicKey(privateKey))) {
    throw new CryptoError('wrong_key', 'the private key is not that of the public key')
  }
  return { publicKey, privateKey }
}

/** The number of bytes that can be sealed: OAEP needs two hashes of 20 bytes and two bytes. */
export function rsaCapacity(bits: number): number {
  return Math.floor(bits / 8) - 42
}

/** Seals up to {@link rsaCapacity} bytes. */
export function sealToRsa(key: KeyObject, bits: number, content: Uint8Array): string {
  return `Rsa${bits}.${writePart(publicEncrypt({ key, ...OAEP }, content))}.${EMPTY_ARTEFACTS}`
}

/** @throws {CryptoError} `cannot_open` for another key or changed bytes; `malformed_envelope`. */
export function openWithRsa(privateKey: KeyObject, text: string): Uint8Array {
  const [, , data] = SEALED.exec(text) ?? []
  if (data === undefined) throw malformed()
  const sealed = readPart(data)
  try {
    return privateDecrypt({ key: privateKey, ...OAEP }, sealed)
  } catch (cause) {
    throw new CryptoError('cannot_open', 'the sealed bytes were changed or belong to another key', { cause })
  }
}

/** @throws {CryptoError} `key_invalid` if the text is not a private key in PKCS#1 form */
export function readPrivateKey(pem: string): KeyObject {
  if (!PKCS1_PEM.test(pem)) throw new CryptoError('key_invalid', 'not an RSA private key in PKCS#1 form')
  try {
    return createPrivateKey({ key: pem.replace(LINE_END, '\n'), format: 'pem' })
  } catch (cause) {
    throw new CryptoError('key_invalid', 'the PEM block holds no private key', { cause })
  }
}
