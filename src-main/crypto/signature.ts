/**
 * Verifies signatures with JOSE algorithms (RFC 7518, 8037, 8812). ECDSA signatures are r and s side by side, never DER.
 */
import { constants, verify } from 'node:crypto'
import type { ECDSA } from '@noble/curves/abstract/weierstrass.js'
import { p256, p384 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { isSameAlgorithm } from '../../shared/jose-algorithms.ts'
import type { VerificationKey, VerificationKeyKind } from './verification-key.ts'

export const SIGNATURE_ALGORITHMS = ['EdDSA', 'ES256', 'ES384', 'ES256K', 'RS256', 'PS256'] as const

export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number]

/** The algorithm of an `alg` in a header or JWK, by any of its JOSE names; undefined if it is not supported. */
export function signatureAlgorithmOf(alg: unknown): SignatureAlgorithm | undefined {
  return SIGNATURE_ALGORITHMS.find((algorithm) => isSameAlgorithm(algorithm, alg))
}

interface Rule {
  readonly kind: VerificationKeyKind
  /** The length of a signature. For RSA, the library checks that it is that of the modulus. */
  readonly signatureBytes?: number
}

const RULES: Readonly<Record<SignatureAlgorithm, Rule>> = {
  EdDSA: { kind: 'Ed25519', signatureBytes: 64 },
  ES256: { kind: 'P-256', signatureBytes: 64 },
  ES384: { kind: 'P-384', signatureBytes: 96 },
  ES256K: { kind: 'secp256k1', signatureBytes: 64 },
  RS256: { kind: 'RSA' },
  PS256: { kind: 'RSA' },
}

/** Whether an algorithm uses this kind of key. */
export function fitsAlgorithm({ kind }: VerificationKey, algorithm: SignatureAlgorithm): boolean {
  return RULES[algorithm].kind === kind
}

/** Whether a signature is valid. False also for a key of another kind than that of the algorithm. */
export function isSignatureValid(
  key: VerificationKey,
  algorithm: SignatureAlgorithm,
  { message, signature }: { readonly message: Uint8Array; readonly signature: Uint8Array },
): boolean {
  const { signatureBytes } = RULES[algorithm]
  if (!fitsAlgorithm(key, algorithm)) return false
  if (signatureBytes !== undefined && signature.length !== signatureBytes) return false
  if (key.kind === 'secp256k1') return isKoblitzSignature(key.point, message, signature)
  const opensslSignature = CURVES[algorithm] === undefined ? signature : derOf(CURVES[algorithm], signature)
  const handle = algorithm === 'PS256' ? { key: key.handle, ...PSS } : key.handle
  return opensslSignature !== undefined && verify(DIGESTS[algorithm], message, handle, opensslSignature)
}

const CURVES: Readonly<Partial<Record<SignatureAlgorithm, ECDSA>>> = { ES256: p256, ES384: p384, ES256K: secp256k1 }

/**
 * Converts an ECDSA signature to DER. Node could read r and s side by side, but only with an option, with which it takes a
 * third longer.
 *
 * @returns undefined if r or s is outside of the group
 */
function derOf({ Signature }: ECDSA, signature: Uint8Array): Uint8Array | undefined {
  try {
    return Signature.fromBytes(signature, 'compact').toBytes('der')
  } catch {
    return undefined
  }
}

/**
 * Normalizes an ECDSA signature to the lower s, because anybody can make the other valid signature from it without the key.
 * Any other signature, and one of a wrong length, is returned unchanged.
 */
export function normalizedSignature(algorithm: SignatureAlgorithm, signature: Uint8Array): Uint8Array {
  const order = CURVES[algorithm]?.Point.Fn.ORDER
  const half = signature.length / 2
  if (order === undefined || signature.length !== RULES[algorithm].signatureBytes) return signature
  const s = BigInt(`0x${Buffer.from(signature.subarray(half)).toString('hex')}`)
  if (s * 2n <= order || s >= order) return signature
  const low = (order - s).toString(16).padStart(half * 2, '0')
  return Buffer.concat([signature.subarray(0, half), Buffer.from(low, 'hex')])
}

const DIGESTS: Readonly<Record<SignatureAlgorithm, string | null>> = {
  EdDSA: null,
  ES256: 'sha256',
  ES384: 'sha384',
  ES256K: 'sha256',
  RS256: 'sha256',
  PS256: 'sha256',
}

/** The options for PS256. Without them, Node uses PKCS #1 v1.5. */
const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST } as const

function isKoblitzSignature(point: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return secp256k1.verify(signature, message, point, { lowS: false })
  } catch {
    return false // r or s outside of the group: not a signature
  }
}
