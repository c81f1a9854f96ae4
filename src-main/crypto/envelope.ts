/*
 * `pdv1.<alg>.<ctx>.<kid>.<payload>`: five ASCII parts, the payload in URL-safe Base64 without padding.
 *
 * | alg | payload |
 * |---|---|
 * | xc | nonce(24) ‖ cipher text and tag, XChaCha20-Poly1305 |
 * | bs | sealed box to an X25519 key |
 * | pw | 01 ‖ opslimit u32 ‖ KiB u32 ‖ salt(16) ‖ nonce(24) ‖ cipher text and tag |
 * | sg | Ed25519 signature, 64 bytes |
 * | bh | keyed BLAKE2b-256 |
 * | pk | X25519 public(32) ‖ Ed25519 public(32) |
 * | rk | raw key, only inside another encryption |
 */
import { decodeBase64Url, encodeBase64Url } from './base64url.ts'
import { CryptoError } from './crypto-error.ts'

export type EnvelopeAlgorithm = 'xc' | 'bs' | 'pw' | 'sg' | 'bh' | 'pk' | 'rk'

/** The first four parts of an envelope. */
export interface EnvelopeHead {
  readonly alg: EnvelopeAlgorithm
  /** What the value is for. */
  readonly ctx: string
  /** The identifier of the key; `-` if there is none. */
  readonly kid: string
}

export interface Envelope extends EnvelopeHead {
  readonly payload: Uint8Array
}

const VERSION = 'pdv1'
const SHAPE = /^pdv1\.(xc|bs|pw|sg|bh|pk|rk)\.([a-z]{2,6})\.(-|[A-Za-z0-9_-]{11})\.([A-Za-z0-9_-]+)$/
const OTHER_VERSION = /^pdv\d+\./

export function formatEnvelope(head: EnvelopeHead, payload: Uint8Array): string {
  return `${formatHead(head)}.${encodeBase64Url(payload)}`
}

/** The head as text, as it is part of associated data and of signed bytes. */
export function formatHead(head: EnvelopeHead): string {
  return `${VERSION}.${head.alg}.${head.ctx}.${head.kid}`
}

/**
 * Splits an envelope.
 *
 * @throws {CryptoError} `unsupported_version` for `pdv2.` and later, `malformed_envelope` for any other text.
 */
export function parseEnvelope(text: string): Envelope {
  const [, alg, ctx, kid, payload] = SHAPE.exec(text) ?? []
  if (alg === undefined || ctx === undefined || kid === undefined || payload === undefined) throw unreadable(text)
  return { alg: alg as EnvelopeAlgorithm, ctx, kid, payload: decodePayload(payload) } // SHAPE lists the algorithms
}

/**
 * Splits an envelope that must have the given head.
 *
 * @throws {CryptoError} as {@link parseEnvelope}; `malformed_envelope` for another algorithm or context;
 *   `wrong_key` for another key identifier.
 */
export function readEnvelope(text: string, expected: EnvelopeHead): Uint8Array {
  const envelope = parseEnvelope(text)
  if (envelope.alg !== expected.alg || envelope.ctx !== expected.ctx) {
    const found = `${envelope.alg}.${envelope.ctx}`
    throw new CryptoError('malformed_envelope', `expected ${expected.alg}.${expected.ctx}, found ${found}`)
  }
  if (envelope.kid !== expected.kid) {
    throw new CryptoError('wrong_key', `sealed for key ${envelope.kid}, opened with key ${expected.kid}`)
  }
  return envelope.payload
}

function unreadable(text: string): CryptoError {
  const isOtherVersion = OTHER_VERSION.test(text) && !text.startsWith(`${VERSION}.`)
  return isOtherVersion
    ? new CryptoError('unsupported_version', 'sealed by a newer version of this program: update it')
    : new CryptoError('malformed_envelope', 'not a sealed value of this program')
}

function decodePayload(payload: string): Uint8Array {
  try {
    return decodeBase64Url(payload)
  } catch (cause) {
    throw new CryptoError('malformed_envelope', 'the payload is not URL-safe Base64', { cause })
  }
}
