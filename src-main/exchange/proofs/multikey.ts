import { decodeBase58 } from '../../crypto/base58.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import { verificationKeyFromRaw } from '../../crypto/verification-key.ts'
import type { VerificationKey, VerificationKeyKind } from '../../crypto/verification-key.ts'
import { ProofFault } from './proof-fault.ts'

/** Two bytes in front of a key say its kind: a multicodec number as an unsigned varint. */
const KINDS: readonly (readonly [number, number, VerificationKeyKind])[] = [
  [0xed, 0x01, 'Ed25519'],
  [0x80, 0x24, 'P-256'],
  [0x81, 0x24, 'P-384'],
  [0xe7, 0x01, 'secp256k1'],
  [0x85, 0x24, 'RSA'],
]
const CODE_BYTES = 2
const BASE58_PREFIX = 'z'
/** An RSA key of 8,192 bits has about 1,430 characters; base58 takes time with the square of its length. */
const MAX_TEXT_LENGTH = 1500

/**
 * A public key as in `did:key` and `publicKeyMultibase`: `z`, then base58 of the kind and the key.
 *
 * @throws {ProofFault} `key_unresolved` for keys that do not sign (X25519) and for other text; `key_too_weak`
 */
export function keyFromMultikey(text: string): VerificationKey {
  const bytes = bytesFromMultibase(text)
  const kind = KINDS.find(([first, second]) => first === bytes[0] && second === bytes[1])?.[2]
  if (kind === undefined) throw new ProofFault('key_unresolved', 'the key is of a kind that does not sign')
  return readKey(() => verificationKeyFromRaw(kind, bytes.subarray(CODE_BYTES)))
}

/** @throws {ProofFault} `key_unresolved` */
export function bytesFromMultibase(text: string): Uint8Array {
  if (!text.startsWith(BASE58_PREFIX)) throw new ProofFault('key_unresolved', 'the key is not in base58btc multibase')
  return bytesFromBase58(text.slice(BASE58_PREFIX.length))
}

/** @throws {ProofFault} `key_unresolved` */
export function bytesFromBase58(text: string): Uint8Array {
  if (text.length > MAX_TEXT_LENGTH) throw new ProofFault('key_unresolved', 'the key is longer than any key')
  try {
    return decodeBase58(text)
  } catch (cause) {
    throw new ProofFault('key_unresolved', 'the key is not base58', { cause })
  }
}

/** @throws {ProofFault} `key_unresolved` or `key_too_weak` in place of the errors of cryptography. */
export function readKey(read: () => VerificationKey): VerificationKey {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause
    const code = cause.code === 'verification_key_too_weak' ? 'key_too_weak' : 'key_unresolved'
    throw new ProofFault(code, cause.message, { cause })
  }
}
