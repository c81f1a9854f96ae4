/*
 * Private keys as text, which is only sent encrypted:
 *   pdv1.rk.kp.<kid of the public bundle>.<seed(32)>   a key pair of our format
 *   -----BEGIN RSA PRIVATE KEY-----                    a key pair for published clients, PKCS#1
 *   pdv1.rk.dek.<kid of the key>.<key(32)>             a data encryption key
 * Text cannot be wiped, so it must not be kept.
 */
import { createPublicKey } from 'node:crypto'
import type { ConnectionKeyPair } from './connection-key-pair.ts'
import { isBundlePair } from './connection-key-pair.ts'
import type { Envelope } from './envelope.ts'
import { formatEnvelope, parseEnvelope } from './envelope.ts'
import { CryptoError } from './crypto-error.ts'
import { keyPairFromSeed, wipeKeyPair } from './key-pair.ts'
import type { DataEncryptionKey } from './keys.ts'
import { dataEncryptionKey, keyId, keyPairSeed } from './keys.ts'
import { privateKeyPem, readPrivateKey } from './published/rsa.ts'

const KEY_PAIR_CONTEXT = 'kp'
const DATA_ENCRYPTION_KEY_CONTEXT = 'dek'

export function formatPrivateKey(pair: ConnectionKeyPair): string {
  return isBundlePair(pair)
    ? formatEnvelope({ alg: 'rk', ctx: KEY_PAIR_CONTEXT, kid: pair.kid }, pair.seed)
    : privateKeyPem(pair)
}

/**
 * Reads a private key of either format, and derives its public key.
 *
 * @throws {CryptoError} `key_invalid`; `wrong_key` if the identifier is not that of the key; `unsupported_version`
 */
export function parsePrivateKey(text: string): ConnectionKeyPair {
  return text.startsWith('pdv') ? parseBundlePair(text) : parseRsaPair(text)
}

export function formatDataEncryptionKey(key: DataEncryptionKey): string {
  return formatEnvelope({ alg: 'rk', ctx: DATA_ENCRYPTION_KEY_CONTEXT, kid: keyId(key) }, key)
}

/** @throws {CryptoError} as {@link parsePrivateKey}. */
export function parseDataEncryptionKey(text: string): DataEncryptionKey {
  const { kid, payload } = parseRawKey(text, DATA_ENCRYPTION_KEY_CONTEXT)
  const key = dataEncryptionKey(payload)
  if (keyId(key) !== kid) throw new CryptoError('wrong_key', 'the identifier is not that of the key')
  return key
}

function parseBundlePair(text: string): ConnectionKeyPair {
  const { kid, payload } = parseRawKey(text, KEY_PAIR_CONTEXT)
  const pair = keyPairFromSeed(keyPairSeed(payload))
  if (pair.kid === kid) return pair
  wipeKeyPair(pair)
  throw new CryptoError('wrong_key', 'the identifier is not that of the key')
}

function parseRsaPair(text: string): ConnectionKeyPair {
  const privateKey = readPrivateKey(text)
  return { publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(), privateKey }
}

function parseRawKey(text: string, ctx: string): Envelope {
  const envelope = parseKeyEnvelope(text)
  if (envelope.alg === 'rk' && envelope.ctx === ctx) return envelope
  throw new CryptoError('key_invalid', 'the text holds another kind of key, or none')
}

function parseKeyEnvelope(text: string): Envelope {
  try {
    return parseEnvelope(text)
  } catch (cause) {
    if (cause instanceof CryptoError && cause.code === 'unsupported_version') throw cause
    throw new CryptoError('key_invalid', 'the text holds no key', { cause })
  }
}
