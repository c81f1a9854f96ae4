/*
 * The data encryption key of a share intent, locked with a passphrase: `pdv1.pw.dek.-`, bound to ["share-intent"]. Payload:
 *   01 ‖ opslimit u32 BE ‖ memory in KiB u32 BE ‖ salt(16) ‖ nonce(24) ‖ cipher text and tag
 * Key: Argon2id of the passphrase (docs/contract/client-crypto.md, Envelope: contexts).
 */
import { associatedData, decryptWithNonce, encryptWithNonce } from './bound-aead.ts'
import { formatEnvelope, readEnvelope } from './envelope.ts'
import type { EnvelopeHead } from './envelope.ts'
import { CryptoError } from './crypto-error.ts'
import { dataEncryptionKey, wipe } from './keys.ts'
import type { DataEncryptionKey } from './keys.ts'
import { hashPassphrase, PASSPHRASE_COST, PASSPHRASE_SALT_BYTES } from './passphrase.ts'
import type { PassphraseCost } from './passphrase.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'

export interface LockOptions {
  readonly cost?: PassphraseCost
  readonly random?: RandomBytes
}

const HEAD: EnvelopeHead = { alg: 'pw', ctx: 'dek', kid: '-' }
const ASSOCIATED = associatedData(HEAD, ['share-intent'])
const VERSION = 0x01
const OPS_LIMIT_START = 1
const MEMORY_START = 5
const SALT_START = 9
const SEALED_START = SALT_START + PASSPHRASE_SALT_BYTES

/** @throws {CryptoError} `passphrase_cost_invalid`, `passphrase_worker_failed`. */
export async function lockKey(
  passphrase: string,
  key: DataEncryptionKey,
  { cost = PASSPHRASE_COST, random = randomBytes }: LockOptions = {},
): Promise<string> {
  const salt = random(PASSPHRASE_SALT_BYTES)
  const lockingKey = await hashPassphrase(passphrase, salt, cost)
  const sealed = encryptWithNonce(lockingKey, key, ASSOCIATED, random)
  wipe(lockingKey)
  const parameters = Buffer.alloc(SALT_START)
  parameters.writeUInt8(VERSION)
  parameters.writeUInt32BE(cost.opsLimit, OPS_LIMIT_START)
  parameters.writeUInt32BE(cost.memoryKib, MEMORY_START)
  return formatEnvelope(HEAD, Buffer.concat([parameters, salt, sealed]))
}

/**
 * Reverses {@link lockKey}.
 *
 * @throws {CryptoError} `cannot_open` for another passphrase or changed bytes; `malformed_envelope`,
 *   `unsupported_version`, `passphrase_cost_invalid`, `passphrase_worker_failed`.
 */
export async function unlockKey(passphrase: string, envelope: string): Promise<DataEncryptionKey> {
  const payload = Buffer.from(readEnvelope(envelope, HEAD))
  if (payload.length <= SEALED_START) throw new CryptoError('malformed_envelope', 'the locked key is cut short')
  if (payload.readUInt8() !== VERSION) throw new CryptoError('unsupported_version', 'locked by a newer version')
  const cost = { opsLimit: payload.readUInt32BE(OPS_LIMIT_START), memoryKib: payload.readUInt32BE(MEMORY_START) }
  const lockingKey = await hashPassphrase(passphrase, payload.subarray(SALT_START, SEALED_START), cost)
  try {
    return dataEncryptionKey(decryptWithNonce(lockingKey, payload.subarray(SEALED_START), ASSOCIATED))
  } finally {
    wipe(lockingKey)
  }
}
