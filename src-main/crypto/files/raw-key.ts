/*
 * A raw key as the value of a slot: `pdv1.rk.<ctx>.<kid>.<key(32)>`, where `ctx` tells what it opens. It is only stored
 * encrypted. Text cannot be wiped, so it must not be kept.
 */
import { CryptoError } from '../crypto-error.ts'
import { formatEnvelope, parseEnvelope } from '../envelope.ts'
import { inOwnMemory, KEY_BYTES, keyId, wipe } from '../keys.ts'

export interface RawKeyKind {
  readonly ctx: string
  /** What it is the key of, for the message "the value of the slot is not the key of …". */
  readonly of: string
}

export function formatRawKey({ ctx }: RawKeyKind, key: Uint8Array): string {
  return formatEnvelope({ alg: 'rk', ctx, kid: keyId(key) }, key)
}

/**
 * Reads what {@link formatRawKey} made.
 *
 * @throws {CryptoError} `key_invalid`; `wrong_key` if the identifier is not that of the key; `unsupported_version`
 */
export function parseRawKey(kind: RawKeyKind, text: string): Uint8Array<ArrayBuffer> {
  const { alg, ctx, kid, payload } = parseKeyEnvelope(kind, text)
  if (alg !== 'rk' || ctx !== kind.ctx || payload.length !== KEY_BYTES) throw notThisKey(kind)
  const key = inOwnMemory(payload)
  if (keyId(key) === kid) return key
  wipe(key)
  throw new CryptoError('wrong_key', 'the identifier is not that of the key')
}

export function notThisKey({ of }: RawKeyKind, cause?: unknown): CryptoError {
  return new CryptoError('key_invalid', `the value of the slot is not the key of ${of}`, { cause })
}

function parseKeyEnvelope(kind: RawKeyKind, text: string): ReturnType<typeof parseEnvelope> {
  try {
    return parseEnvelope(text)
  } catch (cause) {
    if (cause instanceof CryptoError && cause.code === 'unsupported_version') throw cause
    throw notThisKey(kind, cause)
  }
}
