import type { ServerSecretKey } from './keys.ts'
import { hashText } from './sodium-memory.ts'

/** Keyed BLAKE2b-256 of a text as UTF-8. Nobody can predict the hash without the server secret. */
export function keyedHash(key: ServerSecretKey, message: string): Uint8Array {
  return hashText(key, message)
}
