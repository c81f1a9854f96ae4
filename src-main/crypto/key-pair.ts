/*
 * A key pair is a 32-byte seed s:
 *   X25519   crypto_box_seed_keypair(crypto_kdf(1, "PDVKEYS1", s))    receives sealed boxes
 *   Ed25519  crypto_sign_seed_keypair(crypto_kdf(2, "PDVKEYS1", s))   signs
 * Public bundle: `pdv1.pk.kp.<kid>.<X25519 public(32) ‖ Ed25519 public(32)>`.
 * Signature of text t for purpose c: `pdv1.sg.<c>.<kid>` over UTF-8(head) ‖ 00 ‖ UTF-8(t).
 */
import { formatEnvelope, formatHead, parseEnvelope, readEnvelope } from './envelope.ts'
import type { EnvelopeHead } from './envelope.ts'
import { CryptoError } from './crypto-error.ts'
import { inOwnMemory, keyId, KEY_BYTES, newKeyPairSeed, wipe } from './keys.ts'
import type { KeyPairSeed } from './keys.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'
import { sodium } from './sodium.ts'

/** An opened key pair. Wipe it after use with {@link wipeKeyPair}. */
export interface KeyPair {
  readonly kid: string
  /** The public bundle as text, which is `public_key` in requests. */
  readonly publicKey: string
  readonly seed: KeyPairSeed
  readonly boxPublicKey: Uint8Array
  readonly boxPrivateKey: Uint8Array
  readonly signPrivateKey: Uint8Array
}

/** The two public keys of a bundle. */
export interface KeyBundle {
  readonly kid: string
  readonly boxPublicKey: Uint8Array
  readonly signPublicKey: Uint8Array
}

const KDF_CONTEXT = 'PDVKEYS1'
const BOX_SUBKEY = 1
const SIGN_SUBKEY = 2
const BUNDLE_CONTEXT = 'kp'
const SESSION_TOKEN_CONTEXT = 'tok'
const BOX_PUBLIC_BYTES = sodium.crypto_box_PUBLICKEYBYTES
const BUNDLE_BYTES = BOX_PUBLIC_BYTES + sodium.crypto_sign_PUBLICKEYBYTES

export function newKeyPair(random: RandomBytes = randomBytes): KeyPair {
  return keyPairFromSeed(newKeyPairSeed(random))
}

/** Derives both key pairs. The result contains the given seed, not a copy. */
export function keyPairFromSeed(seed: KeyPairSeed): KeyPair {
  const box = withSubkey(seed, BOX_SUBKEY, (subkey) => sodium.crypto_box_seed_keypair(subkey))
  const sign = withSubkey(seed, SIGN_SUBKEY, (subkey) => sodium.crypto_sign_seed_keypair(subkey))
  const bundle = Buffer.concat([box.publicKey, sign.publicKey])
  const kid = keyId(bundle)
  return {
    kid,
    publicKey: formatEnvelope({ alg: 'pk', ctx: BUNDLE_CONTEXT, kid }, bundle),
    seed,
    boxPublicKey: box.publicKey,
    boxPrivateKey: inOwnMemory(box.privateKey),
    signPrivateKey: inOwnMemory(sign.privateKey),
  }
}

/** Overwrites the seed and both private keys. */
export function wipeKeyPair(pair: KeyPair): void {
  wipe(pair.seed, pair.boxPrivateKey, pair.signPrivateKey)
}

/**
 * Reads a public bundle and checks its key identifier.
 *
 * @throws {CryptoError} `public_key_invalid`; `unsupported_version` for a bundle of a newer version.
 */
export function readKeyBundle(publicKey: string): KeyBundle {
  const { alg, ctx, kid, payload } = parseBundle(publicKey)
  const isBundle = alg === 'pk' && ctx === BUNDLE_CONTEXT && payload.length === BUNDLE_BYTES
  if (!isBundle || keyId(payload) !== kid) {
    throw new CryptoError('public_key_invalid', 'not a public key bundle, or its identifier is not that of its bytes')
  }
  return {
    kid,
    boxPublicKey: payload.subarray(0, BOX_PUBLIC_BYTES),
    signPublicKey: payload.subarray(BOX_PUBLIC_BYTES),
  }
}

/** Signs text together with its context, such as `dlg` for delegation tokens. */
export function signText(pair: KeyPair, context: string, text: string): string {
  const head: EnvelopeHead = { alg: 'sg', ctx: context, kid: pair.kid }
  return formatEnvelope(head, sodium.crypto_sign_detached(signedBytes(head, text), pair.signPrivateKey))
}

/**
 * Whether the key pair of `publicKey` signed this text with this context. False for a signature that cannot be read.
 *
 * @throws {CryptoError} `public_key_invalid`
 */
export function verifyText(publicKey: string, context: string, text: string, signature: string): boolean {
  const { kid, signPublicKey } = readKeyBundle(publicKey)
  const head: EnvelopeHead = { alg: 'sg', ctx: context, kid }
  const bytes = readSignature(signature, head)
  return bytes !== undefined && sodium.crypto_sign_verify_detached(bytes, signedBytes(head, text), signPublicKey)
}

/** Seals a session token to a bundle: `pdv1.bs.tok.<kid>`, a sealed box over the token. */
export function sealTokenToBundle(bundle: KeyBundle, token: string): string {
  const box = sodium.crypto_box_seal(Buffer.from(token, 'utf8'), bundle.boxPublicKey)
  return formatEnvelope({ alg: 'bs', ctx: SESSION_TOKEN_CONTEXT, kid: bundle.kid }, box)
}

/**
 * Opens a session token that the service sealed to this key pair.
 *
 * @throws {CryptoError} `wrong_key` if sealed to another key pair; `cannot_open`, `malformed_envelope`
 */
export function openSessionToken(pair: KeyPair, sealed: string): string {
  const box = readEnvelope(sealed, { alg: 'bs', ctx: SESSION_TOKEN_CONTEXT, kid: pair.kid })
  try {
    return Buffer.from(sodium.crypto_box_seal_open(box, pair.boxPublicKey, pair.boxPrivateKey)).toString('utf8')
  } catch (cause) {
    throw new CryptoError('cannot_open', 'the sealed session token was changed', { cause })
  }
}

function withSubkey<Result>(seed: KeyPairSeed, id: number, use: (subkey: Uint8Array) => Result): Result {
  const subkey = sodium.crypto_kdf_derive_from_key(KEY_BYTES, id, KDF_CONTEXT, seed)
  const result = use(subkey)
  wipe(subkey)
  return result
}

function parseBundle(publicKey: string): ReturnType<typeof parseEnvelope> {
  try {
    return parseEnvelope(publicKey)
  } catch (cause) {
    if (cause instanceof CryptoError && cause.code === 'unsupported_version') throw cause
    throw new CryptoError('public_key_invalid', 'not a public key bundle', { cause })
  }
}

function readSignature(signature: string, head: EnvelopeHead): Uint8Array | undefined {
  try {
    const bytes = readEnvelope(signature, head)
    return bytes.length === sodium.crypto_sign_BYTES ? bytes : undefined
  } catch {
    return undefined
  }
}

function signedBytes(head: EnvelopeHead, text: string): Buffer {
  return Buffer.from(`${formatHead(head)}\0${text}`, 'utf8')
}
