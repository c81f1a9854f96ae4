import { encodeBase64Url } from './base64url.ts'
import { CryptoError } from './crypto-error.ts'
import { decodeMultibase } from './multibase.ts'
import { KEY_CODES } from './signing-key.ts'
import type { SigningKeyKind } from './signing-key.ts'
import { verificationKeyFromRaw } from './verification-key.ts'
import type { VerificationKey } from './verification-key.ts'

/** A public key as RFC 7517, 7518 and 8037 write it, with the members that are the key and no others. */
export type PublicJwk = Readonly<Record<string, string>>

const METHOD = 'did:key:'
const CODE_BYTES = 2
const COORDINATE_BYTES = 32

/**
 * The public key of a `did:key` as a JWK, as `cnf` names a holder (RFC 7800, 3.2).
 *
 * @returns undefined for another DID, and for a key that does not sign
 */
export function jwkOfDidKey(did: string): PublicJwk | undefined {
  if (!did.startsWith(METHOD)) return undefined
  try {
    const bytes = decodeMultibase(did.slice(METHOD.length), 'z')
    const kind = kindOf(bytes)
    return kind && jwkOf(verificationKeyFromRaw(kind, bytes.subarray(CODE_BYTES)))
  } catch (fault) {
    if (fault instanceof CryptoError || fault instanceof SyntaxError) return undefined
    throw fault
  }
}

/** Whether a JWK of somebody else is this key; members beside the key, such as `kid`, say nothing about it. */
export function isSameJwk(own: PublicJwk, other: unknown): boolean {
  if (typeof other !== 'object' || other === null) return false
  const members = new Map<string, unknown>(Object.entries(other))
  return Object.entries(own).every(([name, value]) => members.get(name) === value)
}

function kindOf([first, second]: Uint8Array): SigningKeyKind | undefined {
  const found = Object.entries(KEY_CODES).find(([, code]) => code[0] === first && code[1] === second)
  return found?.[0] as SigningKeyKind | undefined // a key of the table
}

function jwkOf(key: VerificationKey): PublicJwk {
  if (key.kind === 'secp256k1') {
    const [x, y] = [key.point.subarray(1, 1 + COORDINATE_BYTES), key.point.subarray(1 + COORDINATE_BYTES)]
    return { kty: 'EC', crv: key.kind, x: encodeBase64Url(x), y: encodeBase64Url(y) }
  }
  return key.handle.export({ format: 'jwk' }) as PublicJwk // public keys have members of text alone
}
