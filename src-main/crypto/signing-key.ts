/**
 * Private keys that sign credentials and presentations. Each kind is stored as:
 *
 * | kind | secret bytes |
 * |---|---|
 * | `Ed25519` | 32 bytes, the seed of RFC 8032 |
 * | `P-256`, `secp256k1` | 32 bytes, the scalar of SEC 1, big-endian |
 * | `P-384` | 48 bytes, the scalar |
 * | `RSA` | PKCS#1 `RSAPrivateKey` in DER |
 */
import { constants, createPrivateKey, createPublicKey, generateKeyPair, sign } from 'node:crypto'
import type { JsonWebKey, KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { p256, p384 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { encodeBase58 } from './base58.ts'
import { encodeBase64Url } from './base64url.ts'
import { CryptoError } from './crypto-error.ts'
import { KEY_BYTES } from './keys.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'
import { sodium } from './sodium.ts'

export type SigningKeyKind = 'Ed25519' | 'P-256' | 'P-384' | 'secp256k1' | 'RSA'

/** JOSE algorithms (RFC 7518, 8037, 8812). */
export type SigningAlgorithm = 'EdDSA' | 'ES256' | 'ES384' | 'ES256K' | 'RS256' | 'PS256'

export type SigningKey = {
  /** The bytes as in a `did:key`: 32 bytes, a compressed point, or PKCS#1 `RSAPublicKey` in DER. */
  readonly publicBytes: Uint8Array
} & (
  | { readonly kind: Exclude<SigningKeyKind, 'secp256k1'>; readonly handle: KeyObject }
  /** Not a KeyObject, because the crypto library of Electron does not support this curve. */
  | { readonly kind: 'secp256k1'; readonly scalar: Uint8Array }
)

const RSA_BITS = 2048
const CURVES = { 'P-256': p256, 'P-384': p384, secp256k1 } as const

const makeKeyPair = promisify(generateKeyPair)

/** Generates a key. RSA takes about a tenth of a second, on another thread. */
export async function newSigningKey(kind: SigningKeyKind, random: RandomBytes = randomBytes): Promise<SigningKey> {
  return kind === 'RSA'
    ? rsaKey((await makeKeyPair('rsa', { modulusLength: RSA_BITS })).privateKey)
    : newCurveKey(kind, random)
}

/** Generates a key of any other kind at once. */
export function newCurveKey(kind: Exclude<SigningKeyKind, 'RSA'>, random: RandomBytes = randomBytes): SigningKey {
  if (kind === 'Ed25519') return signingKeyFrom(kind, random(KEY_BYTES))
  const { Point, utils } = CURVES[kind]
  return signingKeyFrom(kind, utils.randomSecretKey(random(Math.ceil(Point.Fn.BYTES * 1.5))))
}

/** @param secret as in the table above; it is copied @throws {CryptoError} `signing_key_invalid` */
export function signingKeyFrom(kind: SigningKeyKind, secret: Uint8Array): SigningKey {
  try {
    if (kind === 'RSA') return rsaKey(createPrivateKey({ key: Buffer.from(secret), format: 'der', type: 'pkcs1' }))
    return kind === 'Ed25519' ? edwardsKey(secret) : curveKey(kind, secret)
  } catch (cause) {
    throw new CryptoError('signing_key_invalid', 'not a private key of this kind', { cause })
  }
}

/** Reverses {@link signingKeyFrom}. The caller must wipe the result. */
export function secretBytesOf(key: SigningKey): Uint8Array {
  if (key.kind === 'secp256k1') return Uint8Array.from(key.scalar)
  if (key.kind === 'RSA') return key.handle.export({ format: 'der', type: 'pkcs1' })
  return Buffer.from(key.handle.export({ format: 'jwk' }).d ?? '', 'base64url')
}

/**
 * Signs bytes. ECDSA signatures are r and s side by side, with the lower s on secp256k1.
 *
 * @throws {CryptoError} `signing_key_invalid` if the algorithm uses another kind of key
 */
export function signBytes(key: SigningKey, algorithm: SigningAlgorithm, message: Uint8Array): Uint8Array {
  const { kind, digest, scheme } = ALGORITHMS[algorithm]
  if (kind !== key.kind) throw new CryptoError('signing_key_invalid', `${algorithm} is not made with ${key.kind} keys`)
  if (key.kind === 'secp256k1') return secp256k1.sign(message, key.scalar)
  return sign(digest, message, { key: key.handle, ...scheme })
}

/** Signs a compact JWS (RFC 7515, 7.1) over header and payload as they are. @throws {CryptoError} as {@link signBytes} */
export function signCompactJws(
  header: object,
  payload: object,
  { key, algorithm }: { readonly key: SigningKey; readonly algorithm: SigningAlgorithm },
): string {
  const signingInput = [header, payload].map((part) => encodeBase64Url(Buffer.from(JSON.stringify(part)))).join('.')
  return `${signingInput}.${encodeBase64Url(signBytes(key, algorithm, Buffer.from(signingInput)))}`
}

interface AlgorithmRule {
  readonly kind: SigningKeyKind
  readonly digest: string | null
  readonly scheme: Readonly<Record<string, unknown>>
}

const SIDE_BY_SIDE = { dsaEncoding: 'ieee-p1363' }
const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }

const ALGORITHMS: Readonly<Record<SigningAlgorithm, AlgorithmRule>> = {
  EdDSA: { kind: 'Ed25519', digest: null, scheme: {} },
  ES256: { kind: 'P-256', digest: 'sha256', scheme: SIDE_BY_SIDE },
  ES384: { kind: 'P-384', digest: 'sha384', scheme: SIDE_BY_SIDE },
  ES256K: { kind: 'secp256k1', digest: 'sha256', scheme: {} },
  RS256: { kind: 'RSA', digest: 'sha256', scheme: { padding: constants.RSA_PKCS1_PADDING } },
  PS256: { kind: 'RSA', digest: 'sha256', scheme: PSS },
}

/** The multicodec number of each kind of public key, as an unsigned varint. */
export const KEY_CODES: Readonly<Record<SigningKeyKind, readonly [number, number]>> = {
  Ed25519: [0xed, 0x01],
  secp256k1: [0xe7, 0x01],
  'P-256': [0x80, 0x24],
  'P-384': [0x81, 0x24],
  RSA: [0x85, 0x24],
}

/** The `did:key` (W3C CCG): the multicodec number and the public key in base58btc multibase. */
export function didKeyOf({ kind, publicBytes }: SigningKey): string {
  return `did:key:z${encodeBase58(Buffer.concat([Buffer.from(KEY_CODES[kind]), publicBytes]))}`
}

/** The only verification method of a `did:key`, whose fragment repeats the identifier. */
export function didKeyMethodOf(key: SigningKey): string {
  const did = didKeyOf(key)
  return `${did}#${did.slice('did:key:'.length)}`
}

/**
 * The public JWK of a P-256 key, members in alphabetical order, so that one key has one `did:jwk`.
 *
 * @throws {CryptoError} `signing_key_invalid` for a key of another kind
 */
export function ellipticJwkOf(key: SigningKey) {
  if (key.kind !== 'P-256') throw new CryptoError('signing_key_invalid', 'not a P-256 key')
  const { x = '', y = '' } = createPublicKey(key.handle).export({ format: 'jwk' })
  return { crv: 'P-256', kty: 'EC', x, y } as const
}

/** The `did:jwk` (its method specification, 2): a public JWK as JSON in Base64url. Its only verification method is `#0`. */
export function didJwkOf(jwk: JsonWebKey): string {
  return `did:jwk:${encodeBase64Url(Buffer.from(JSON.stringify(jwk)))}`
}

function edwardsKey(seed: Uint8Array): SigningKey {
  const { publicKey, privateKey } = sodium.crypto_sign_seed_keypair(seed)
  privateKey.fill(0)
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: encodeBase64Url(publicKey), d: encodeBase64Url(seed) }
  return { kind: 'Ed25519', handle: createPrivateKey({ key: jwk, format: 'jwk' }), publicBytes: publicKey }
}

function curveKey(kind: keyof typeof CURVES, scalar: Uint8Array): SigningKey {
  const curve = CURVES[kind]
  const publicBytes = curve.getPublicKey(scalar, true)
  if (kind === 'secp256k1') return { kind, scalar: Uint8Array.from(scalar), publicBytes } // `slice` of a Buffer would share its bytes
  const point = curve.getPublicKey(scalar, false)
  const size = curve.Point.Fp.BYTES
  const [x, y, d] = [point.subarray(1, 1 + size), point.subarray(1 + size), scalar].map(encodeBase64Url)
  const jwk = { kty: 'EC', crv: kind, x, y, d } as JsonWebKey
  return { kind, handle: createPrivateKey({ key: jwk, format: 'jwk' }), publicBytes }
}

function rsaKey(handle: KeyObject): SigningKey {
  const bits = handle.asymmetricKeyDetails?.modulusLength ?? 0
  if (bits < RSA_BITS) throw new CryptoError('signing_key_invalid', `an RSA key has at least ${RSA_BITS} bits`)
  const publicBytes = createPublicKey(handle).export({ format: 'der', type: 'pkcs1' })
  return { kind: 'RSA', handle, publicBytes }
}
