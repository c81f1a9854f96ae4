/*
 * The account keys that published clients derive from a passphrase and a secret string of version 1
 * (docs/contract/client-crypto.md, Published accounts): PBKDF2-HMAC-SHA-256 over the UTF-8 of the passphrase, with
 * 100,000 rounds, 32 bytes.
 *   PDK           salt: the key in the secret string as text, without hyphens
 *   SRP password  salt: the same text backwards; each byte becomes one character U+0000 to U+00FF
 */
import { transcode } from 'node:buffer'
import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import type { PassphraseDerivedKey } from '../keys.ts'
import { inOwnMemory, KEY_BYTES, passphraseDerivedKey, wipe } from '../keys.ts'

const ROUNDS = 100_000
const DIGEST = 'sha256'

const derive = promisify(pbkdf2)

/**
 * Derives both keys on other threads. The passphrase is not normalized, as in published clients.
 *
 * @param keyText in base58, without hyphens
 */
export async function derivePublishedKeys(
  passphrase: string,
  keyText: string,
): Promise<{ readonly passphraseDerivedKey: PassphraseDerivedKey; readonly srpPassword: Uint8Array }> {
  const clear = Buffer.from(passphrase, 'utf8')
  const hash = (salt: string) => derive(clear, Buffer.from(salt, 'latin1'), ROUNDS, KEY_BYTES, DIGEST)
  try {
    const [pdk, password] = await Promise.all([hash(keyText), hash(backwards(keyText))])
    const srpPassword = inOwnMemory(transcode(password, 'latin1', 'utf8'))
    wipe(password)
    return { passphraseDerivedKey: passphraseDerivedKey(pdk), srpPassword }
  } finally {
    wipe(clear)
  }
}

/** @param text ASCII */
function backwards(text: string): string {
  return Buffer.from(text, 'latin1').reverse().toString('latin1')
}
