import type { ServerSecretKey } from './keys.ts'
import { sodium } from './sodium.ts'

/** BLAKE2b-256 of the text's UTF-8 under a server secret: stable, and not predictable without the secret. */
export function keyedHash(key: ServerSecretKey, message: string): Uint8Array {
  return sodium.crypto_generichash(sodium.crypto_generichash_BYTES, Buffer.from(message, 'utf8'), key)
}
