import type { ServerSecretKey } from './keys.ts'
import { hashText } from './sodium-memory.ts'

/** BLAKE2b-256 of a text as UTF-8, keyed with a server secret, without which nobody can predict it. */
export function keyedHash(key: ServerSecretKey, message: string): Uint8Array {
  return hashText(key, message)
}
