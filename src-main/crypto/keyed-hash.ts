import type { ServerSecretKey } from './keys.ts'
import { hashText } from './sodium-memory.ts'

/** BLAKE2b-256 of the text's UTF-8 under a server secret: stable, and not predictable without the secret. */
export function keyedHash(key: ServerSecretKey, message: string): Uint8Array {
  return hashText(key, message)
}
