import type { OidcAlgorithm } from '../../../shared/contract/oidc-issuers.ts'
import { isSameAlgorithm } from '../../../shared/jose-algorithms.ts'
import { memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { decodeBase64Url } from '../../crypto/base64url.ts'

/** A public key of an issuer that tokens may be signed with. */
export interface IssuerKey {
  readonly kid: string | undefined
  /** The algorithm it is bound to; undefined allows any algorithm of its kind. */
  readonly algorithm: string | undefined
  /** Only the members of the public key, without anything else in the document. */
  readonly jwk: { readonly kty: string } & Readonly<Record<string, string>>
}

/** A key that cannot verify tokens, with the reason. */
export interface UnusableKey {
  readonly kid: string | undefined
  readonly reason: string
}

interface KeyKind {
  readonly kty: string
  readonly crv?: string
  /** The members that make up the public key. */
  readonly members: readonly string[]
  readonly algorithms: readonly OidcAlgorithm[]
}

const RSA: KeyKind = {
  kty: 'RSA',
  members: ['n', 'e'],
  algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
}
const KINDS: readonly KeyKind[] = [
  RSA,
  { kty: 'EC', crv: 'P-256', members: ['x', 'y'], algorithms: ['ES256'] },
  { kty: 'EC', crv: 'P-384', members: ['x', 'y'], algorithms: ['ES384'] },
  { kty: 'EC', crv: 'P-521', members: ['x', 'y'], algorithms: ['ES512'] },
  { kty: 'OKP', crv: 'Ed25519', members: ['x'], algorithms: ['EdDSA', 'Ed25519'] },
]

const SECRET_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const
const MIN_RSA_BITS = 2048
/** A longer modulus only makes every check slow. */
const MAX_RSA_BITS = 8192
const MAX_EXPONENT_BYTES = 4

/**
 * Sorts the keys of a JWK Set into those that can verify signatures and the others, which a set may contain for other
 * purposes (RFC 7517, 5).
 */
export function readKeySet(keys: readonly JsonObject[]): {
  readonly usable: readonly IssuerKey[]
  readonly unusable: readonly UnusableKey[]
} {
  const usable: IssuerKey[] = []
  const unusable: UnusableKey[] = []
  for (const key of keys) {
    const kid = textOf(memberOf(key, 'kid'))
    const reason = whyUnusable(key)
    if (reason === undefined) usable.push({ kid, algorithm: textOf(memberOf(key, 'alg')), jwk: publicMembers(key) })
    else unusable.push({ kid, reason })
  }
  return { usable, unusable }
}

/** Whether a set contains a private key or a shared secret. */
export function holdsSecret(keys: readonly JsonObject[]): boolean {
  return keys.some((key) => SECRET_MEMBERS.some((name) => memberOf(key, name) !== undefined))
}

/** Whether a key can verify signatures of an algorithm. */
export function fits({ jwk, algorithm }: IssuerKey, wanted: OidcAlgorithm): boolean {
  const isSupported = kindOf(jwk)?.algorithms.includes(wanted) === true
  return isSupported && (algorithm === undefined || isSameAlgorithm(algorithm, wanted))
}

function kindOf(key: JsonObject): KeyKind | undefined {
  return KINDS.find(
    ({ kty, crv }) => kty === memberOf(key, 'kty') && (crv === undefined || crv === memberOf(key, 'crv')),
  )
}

function whyUnusable(key: JsonObject): string | undefined {
  const kind = kindOf(key)
  if (holdsSecret([key])) return 'it contains a secret'
  if (kind === undefined) return 'its kind supports none of the algorithms'
  if (kind.members.some((name) => !isNumberText(memberOf(key, name))))
    return 'a part of the key is missing, or is not base64url without padding'
  if (memberOf(key, 'use') !== undefined && memberOf(key, 'use') !== 'sig') return 'it is not for signatures'
  const operations = memberOf(key, 'key_ops')
  if (operations !== undefined && !(Array.isArray(operations) && operations.includes('verify'))) {
    return 'it is not for verifying signatures'
  }
  return kind === RSA ? whyWeak(key) : undefined
}

/** Checks the size of the modulus, and the exponent: with an exponent of 1, anybody could sign. */
function whyWeak(key: JsonObject): string | undefined {
  const bits = bitsOf(numberOf(memberOf(key, 'n')))
  if (bits < MIN_RSA_BITS) return `its RSA modulus has less than ${MIN_RSA_BITS} bits`
  if (bits > MAX_RSA_BITS) return `its RSA modulus has more than ${MAX_RSA_BITS} bits`
  const exponent = numberOf(memberOf(key, 'e'))
  const isOdd = ((exponent.at(-1) ?? 0) & 1) === 1
  if (!isOdd || bitsOf(exponent) < 2 || exponent.length > MAX_EXPONENT_BYTES) return 'its RSA exponent is not safe'
  return undefined
}

function publicMembers(key: JsonObject): IssuerKey['jwk'] {
  const names = ['crv', ...(kindOf(key)?.members ?? [])]
  const texts = names.flatMap((name) => {
    const text = textOf(memberOf(key, name))
    return text === undefined ? [] : [[name, text] as const]
  })
  return { ...Object.fromEntries(texts), kty: String(memberOf(key, 'kty')) }
}

function isNumberText(value: unknown): boolean {
  try {
    return typeof value === 'string' && decodeBase64Url(value).length > 0
  } catch {
    return false
  }
}

/** Decodes a checked base64url text to big-endian bytes without leading zeros. */
function numberOf(value: unknown): Uint8Array {
  const bytes = decodeBase64Url(String(value))
  const start = bytes.findIndex((byte) => byte !== 0)
  return start === -1 ? new Uint8Array() : bytes.subarray(start)
}

function bitsOf(number: Uint8Array): number {
  return number.length === 0 ? 0 : number.length * 8 - (Math.clz32(number[0] ?? 0) - 24)
}
