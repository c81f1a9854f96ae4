/**
 * Public keys that verify the signatures of credentials and presentations.
 *
 * | kind | raw form |
 * |---|---|
 * | `Ed25519` | 32 bytes, RFC 8032 |
 * | `P-256`, `P-384`, `secp256k1` | SEC 1 point, compressed or not |
 * | `RSA` | PKCS#1 `RSAPublicKey` in DER |
 */
import { createPublicKey } from 'node:crypto'
import type { JsonWebKey, KeyObject } from 'node:crypto'
import { p256, p384 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { decodeBase64Url, encodeBase64Url } from './base64url.ts'
import { CryptoError } from './crypto-error.ts'
import { sodium } from './sodium.ts'

export type VerificationKeyKind = 'Ed25519' | 'P-256' | 'P-384' | 'secp256k1' | 'RSA'

/** A public key that has been checked. */
export type VerificationKey =
  | { readonly kind: Exclude<VerificationKeyKind, 'secp256k1'>; readonly handle: KeyObject }
  /** The uncompressed point, because the crypto library of Electron does not support this curve. */
  | { readonly kind: 'secp256k1'; readonly point: Uint8Array }

const SMALLEST_RSA_BITS = 2048
/** Larger moduli and exponents would only slow down a verifier. */
const LARGEST_RSA_BITS = 8192
const LARGEST_RSA_EXPONENT = 0xffff_ffffn

const CURVES = { 'P-256': p256, 'P-384': p384, secp256k1 } as const

/**
 * @param bytes in the raw form of its kind
 * @throws {CryptoError} `verification_key_invalid`, `verification_key_too_weak`
 */
export function verificationKeyFromRaw(kind: VerificationKeyKind, bytes: Uint8Array): VerificationKey {
  return reading(() => {
    if (kind === 'Ed25519') return edwardsKey(bytes)
    if (kind === 'RSA') {
      return rsaKey(createPublicKey({ key: Buffer.from(bytes), format: 'der', type: 'pkcs1' }))
    }
    return curveKey(kind, bytes)
  })
}

/**
 * Reads the key of a JWK (RFC 7517, 7518, 8037), but not the members that restrict its use.
 *
 * @throws {CryptoError} `verification_key_invalid`, `verification_key_too_weak`
 */
export function verificationKeyFromJwk({ kty, crv, x, y, n, e }: JsonWebKey): VerificationKey {
  return reading(() => {
    if (kty === 'OKP' && crv === 'Ed25519') return edwardsKey(decodePart(x))
    if (kty === 'RSA') return rsaKey(createPublicKey({ key: { kty, n: canonical(n), e: canonical(e) }, format: 'jwk' }))
    if (kty !== 'EC' || (crv !== 'P-256' && crv !== 'P-384' && crv !== 'secp256k1')) throw invalidCurve(crv)
    const size = CURVES[crv].Point.Fp.BYTES
    const [xBytes, yBytes] = [decodePart(x), decodePart(y)]
    if (xBytes.length !== size || yBytes.length !== size) throw invalidKey()
    return curveKey(crv, Buffer.concat([Buffer.of(4), xBytes, yBytes]))
  })
}

/**
 * Reads a `PUBLIC KEY` or `RSA PUBLIC KEY` block (RFC 7468).
 *
 * @throws {CryptoError} `verification_key_invalid`, `verification_key_too_weak`
 */
export function verificationKeyFromPem(text: string): VerificationKey {
  return reading(() => {
    // Node would also read a private key or a certificate.
    if (!/^\s*-----BEGIN (?:RSA )?PUBLIC KEY-----/.test(text)) throw invalidKey()
    const handle = createPublicKey(text)
    return handle.asymmetricKeyType === 'rsa'
      ? rsaKey(handle)
      : verificationKeyFromJwk(handle.export({ format: 'jwk' }))
  })
}

function edwardsKey(bytes: Uint8Array): VerificationKey {
  if (bytes.length !== sodium.crypto_sign_PUBLICKEYBYTES) throw invalidKey()
  // For a point of small order, anybody can make valid signatures.
  if (!sodium.crypto_core_ed25519_is_valid_point(bytes))
    throw tooWeak('the point is outside of the group of prime order')
  const key = { kty: 'OKP', crv: 'Ed25519', x: encodeBase64Url(bytes) }
  return { kind: 'Ed25519', handle: createPublicKey({ key, format: 'jwk' }) }
}

function curveKey(kind: keyof typeof CURVES, bytes: Uint8Array): VerificationKey {
  const { Point } = CURVES[kind]
  const point = Point.fromBytes(bytes).toBytes(false)
  if (kind === 'secp256k1') return { kind, point }
  const size = Point.Fp.BYTES
  const [x, y] = [point.subarray(1, 1 + size), point.subarray(1 + size)].map(encodeBase64Url)
  return { kind, handle: createPublicKey({ key: { kty: 'EC', crv: kind, x, y } as JsonWebKey, format: 'jwk' }) }
}

function rsaKey(handle: KeyObject): VerificationKey {
  const { modulusLength = 0, publicExponent = 0n } = handle.asymmetricKeyDetails ?? {}
  if (handle.asymmetricKeyType !== 'rsa' || modulusLength > LARGEST_RSA_BITS) throw invalidKey()
  if (publicExponent > LARGEST_RSA_EXPONENT) throw invalidKey()
  if (modulusLength < SMALLEST_RSA_BITS) throw tooWeak(`${modulusLength} bits are fewer than ${SMALLEST_RSA_BITS}`)
  if (publicExponent < 3n || publicExponent % 2n === 0n) throw tooWeak('the exponent makes every text a signature')
  return { kind: 'RSA', handle }
}

function decodePart(text: string | undefined): Uint8Array {
  if (text === undefined) throw invalidKey()
  try {
    return decodeBase64Url(text)
  } catch (cause) {
    throw invalidKey(cause, 'a number of the JWK is not base64url without padding')
  }
}

function canonical(text: string | undefined): string {
  return encodeBase64Url(decodePart(text))
}

function reading(read: () => VerificationKey): VerificationKey {
  try {
    return read()
  } catch (cause) {
    throw cause instanceof CryptoError ? cause : invalidKey(cause)
  }
}

function invalidKey(cause?: unknown, why = 'not a public key of a kind that signs'): CryptoError {
  return new CryptoError('verification_key_invalid', why, { cause })
}

/** Explains the names that drafts had for `secp256k1` (RFC 8812). */
function invalidCurve(crv: string | undefined): CryptoError {
  if (crv === 'P-256K' || crv === 'K-256')
    return invalidKey(undefined, `crv ${crv} is the name of a draft: write secp256k1`)
  return invalidKey(
    undefined,
    'not a public key of a kind that signs, which are Ed25519, P-256, P-384, secp256k1 and RSA',
  )
}

function tooWeak(why: string): CryptoError {
  return new CryptoError('verification_key_too_weak', `a key too weak to prove anything: ${why}`)
}
