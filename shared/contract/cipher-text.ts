/**
 * The shapes of serialized cipher text. The service never decrypts; it only refuses what is not cipher text, so that a
 * faulty client cannot store clear text (docs/contract/vault.md, Cipher text; docs/contract/keystore.md, Requests). All
 * patterns are linear.
 */
const PUBLISHED_SYMMETRIC =
  /^Aes256Gcm\.[A-Za-z0-9_\-+/]+=*\.[A-Za-z0-9_\-+/]+=*(?:\.Pbkdf2Hmac\.[A-Za-z0-9_\-+/]+=*)?$/
const PUBLISHED_ASYMMETRIC = /^Rsa\d{4}\.[A-Za-z0-9_\-+/]+=*\.[A-Za-z0-9_\-+/]+=*$/
const OWN_FAMILY = /^pdv1\.(?:xc|bs|pw)\.[a-z]{2,6}\.(?:-|[A-Za-z0-9_-]{11})\.[A-Za-z0-9_-]+$/

const UNDER_PASSPHRASE =
  /^(?:Aes256Gcm\.[A-Za-z0-9_\-+/]+=*\.[A-Za-z0-9_\-+/]+=*\.Pbkdf2Hmac\.[A-Za-z0-9_\-+/]+=*|pdv1\.pw\.[a-z]{2,6}\.-\.[A-Za-z0-9_-]+)$/

/** Cipher text under a key that is derived from a passphrase. */
export function isPassphraseCipherText(text: string): boolean {
  return UNDER_PASSPHRASE.test(text)
}

export function isCipherText(text: string): boolean {
  return OWN_FAMILY.test(text) || PUBLISHED_SYMMETRIC.test(text) || PUBLISHED_ASYMMETRIC.test(text)
}
