import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { encodeBase64Url } from '../../crypto/base64url.ts'
import { readJsonPart } from '../../crypto/compact-jws.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import { decodeMultibase } from '../../crypto/multibase.ts'
import { verificationKeyFromRaw } from '../../crypto/verification-key.ts'
import type { VerificationKey, VerificationKeyKind } from '../../crypto/verification-key.ts'
import { ProofFault } from './proof-fault.ts'

/** Kinds of keys by the multicodec number in their first two bytes, an unsigned varint. */
const KINDS: readonly (readonly [number, number, VerificationKeyKind])[] = [
  [0xed, 0x01, 'Ed25519'],
  [0x80, 0x24, 'P-256'],
  [0x81, 0x24, 'P-384'],
  [0xe7, 0x01, 'secp256k1'],
  [0x85, 0x24, 'RSA'],
]
const CODE_BYTES = 2
/** `jwk_jcs-pub`, a JWK as JSON, with which EBSI identifies natural persons. */
const JWK_CODE = Buffer.of(0xd1, 0xd6, 0x03)

/**
 * Reads a public key as in `did:key` and `publicKeyMultibase`: the kind and the key in multibase.
 *
 * @throws {ProofFault} `key_unresolved`, also for keys that cannot sign (X25519); `key_too_weak`
 */
export function keyFromMultikey(text: string): VerificationKey | { readonly jwk: JsonObject } {
  const bytes = readKey(() => decodeMultibase(text, 'zu'))
  const kind = KINDS.find(([first, second]) => first === bytes[0] && second === bytes[1])?.[2]
  if (kind !== undefined) return readKey(() => verificationKeyFromRaw(kind, bytes.subarray(CODE_BYTES)))
  const [code, rest] = [bytes.subarray(0, JWK_CODE.length), bytes.subarray(JWK_CODE.length)]
  if (JWK_CODE.equals(code)) return { jwk: readKey(() => readJsonPart(encodeBase64Url(rest))) }
  throw new ProofFault('key_unresolved', 'the multicodec in front of the key names no kind that signs here')
}

/** Turns errors of decoders and of cryptography into {ProofFault} `key_unresolved` or `key_too_weak`. */
export function readKey<Read>(read: () => Read): Read {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof CryptoError || cause instanceof SyntaxError)) throw cause
    const isWeak = cause instanceof CryptoError && cause.code === 'verification_key_too_weak'
    throw new ProofFault(isWeak ? 'key_too_weak' : 'key_unresolved', cause.message, { cause })
  }
}
