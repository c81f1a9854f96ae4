/*
 * The service seals a vault session token to the public key of the caller, of either format (docs/contract/client-crypto.md,
 * What the service understands):
 *   PEM SPKI, RSA  ->  Rsa<bits>.<RSA-OAEP>.QQUAAAAA, see published/rsa.ts
 *   pdv1.pk.kp     ->  pdv1.bs.tok.<kid>.<sealed box>
 */
import { createHash, createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { CryptoError } from './crypto-error.ts'
import { readKeyBundle, sealTokenToBundle } from './key-pair.ts'
import type { KeyBundle } from './key-pair.ts'
import { rsaCapacity, sealToRsa } from './published/rsa.ts'

/** A public key to seal to: RSA in the published format, a bundle in ours. */
export type PublicKey =
  | { readonly family: 'rsa'; readonly bits: number; readonly key: KeyObject }
  | ({ readonly family: 'bundle' } & KeyBundle)

const SMALLEST_RSA_BITS = 2048
const LARGEST_RSA_BITS = 8192
const SMALLEST_EXPONENT = 3n
/** A single SPKI block. Node would also accept private keys and certificates. */
const SPKI_PEM = /^\s*-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----\s*$/
/** Published clients end lines with CR LF, LF or CR. OpenSSL does not read CR. */
const LINE_END = /\r\n?/g

/**
 * Reads a public key of either family.
 *
 * @throws {CryptoError} `public_key_invalid` if it is neither a PEM SPKI RSA key of 2048 to 8192 bits nor a `pdv1.pk.kp`
 *   bundle; `unsupported_version` for a newer bundle
 */
export function readPublicKey(text: string): PublicKey {
  return text.startsWith('pdv') ? { family: 'bundle', ...readKeyBundle(text) } : readRsaKey(text)
}

/**
 * The fingerprint by which login finds a public key: SHA-256 in 64 hex digits, of the SPKI DER for RSA, so that line ends do
 * not matter, and of the text for a bundle.
 *
 * @throws {CryptoError} as {@link readPublicKey}
 */
export function publicKeyFingerprint(text: string): string {
  const publicKey = readPublicKey(text)
  const identity = publicKey.family === 'rsa' ? publicKey.key.export({ type: 'spki', format: 'der' }) : text
  return createHash('sha256').update(identity).digest('hex')
}

/** @throws {CryptoError} `public_key_invalid`; `token_too_long` if RSA cannot seal the token (214 bytes with 2048 bits) */
export function sealSessionToken(publicKeyText: string, token: string): string {
  const publicKey = readPublicKey(publicKeyText)
  return publicKey.family === 'rsa'
    ? sealTokenToRsa(publicKey.bits, publicKey.key, token)
    : sealTokenToBundle(publicKey, token)
}

function readRsaKey(text: string): PublicKey {
  const key = parseSpki(text)
  const { modulusLength, publicExponent } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType !== 'rsa' || modulusLength === undefined || publicExponent === undefined) {
    throw new CryptoError('public_key_invalid', 'not an RSA key')
  }
  if (modulusLength < SMALLEST_RSA_BITS || modulusLength > LARGEST_RSA_BITS || publicExponent < SMALLEST_EXPONENT) {
    const range = `${SMALLEST_RSA_BITS} to ${LARGEST_RSA_BITS} bits`
    throw new CryptoError('public_key_invalid', `an RSA key must have ${range} and an exponent of at least 3`)
  }
  return { family: 'rsa', bits: modulusLength, key }
}

function parseSpki(text: string): KeyObject {
  if (!SPKI_PEM.test(text)) throw new CryptoError('public_key_invalid', 'neither a PEM public key nor a key bundle')
  try {
    return createPublicKey({ key: text.replace(LINE_END, '\n'), format: 'pem' })
  } catch (cause) {
    throw new CryptoError('public_key_invalid', 'the PEM block holds no public key', { cause })
  }
}

function sealTokenToRsa(bits: number, key: KeyObject, token: string): string {
  const clear = Buffer.from(token, 'utf8')
  if (clear.length > rsaCapacity(bits)) {
    throw new CryptoError('token_too_long', `a token of ${clear.length} bytes does not fit ${bits} bit`)
  }
  return sealToRsa(key, bits, clear)
}
