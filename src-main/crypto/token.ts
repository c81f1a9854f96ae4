import { hash } from 'node:crypto'
import { encodeBase64Url } from './base64url.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'
import { uuidText } from './uuid-v7.ts'

const TOKEN_BYTES = 32
const UUID_BYTES = 16
const PREFIX = { vault: 'v_', keystore: 'k_' } as const

/** A new access token: `v_` or `k_` for the part that issues it, and 43 characters (256 bits). */
export function newAccessToken(part: 'vault' | 'keystore', random: RandomBytes = randomBytes): string {
  return PREFIX[part] + newSecretToken(random)
}

/** A new bearer secret of 43 URL-safe characters (256 bits), for invitations, login keys and admission tokens. */
export function newSecretToken(random: RandomBytes = randomBytes): string {
  return encodeBase64Url(random(TOKEN_BYTES))
}

/** A new delegation token: a UUID of version 4, which is secret, because anybody who knows it can claim the delegation. */
export function newDelegationToken(random: RandomBytes = randomBytes): string {
  const bytes = Buffer.from(random(UUID_BYTES))
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return uuidText(bytes)
}

/** The SHA-256 hash that is stored instead of a token. It needs no salt, because tokens are random. */
export function hashToken(token: string): Buffer {
  // Every call hashes a token, and asking `hash` for a Buffer takes twice as long.
  return Buffer.from(hash('sha256', token, 'base64'), 'base64')
}
