/*
 * The key encryption key of an account owner or child, as their delegate receives and stores it:
 *   sealed to the delegate's connection key   ours `pdv1.bs.akek`, type 02, bound to [delegation token, owner's vault user id];
 *                                             published `Rsa<bits>.…` over the raw bytes
 *   wrapped under the delegate's own key      ours `pdv1.xc.akek`, bound to [delegation token]; published `Aes256Gcm.…`
 * (docs/contract/client-crypto.md, Delegation).
 */
import { decodeBase64Url } from './base64url.ts'
import { openBound, sealBound } from './bound-aead.ts'
import type { ConnectionKeyPair, KeyPairOwner } from './connection-key-pair.ts'
import { isBundlePair } from './connection-key-pair.ts'
import { KEY_BYTES, keyEncryptionKey, wipe } from './keys.ts'
import type { KeyEncryptionKey } from './keys.ts'
import { isPublished, openAesGcm, sealAesGcm } from './published/aes-gcm.ts'
import { openWithRsa, sealToRsa } from './published/rsa.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'
import { openKeyFromBox, sealKeyInBox } from './sealed-key-box.ts'
import { readPublicKey } from './session-token-seal.ts'

export interface DelegatedKeyBinding {
  /** The token of the delegation. */
  readonly token: string
  /** The vault user id of the account owner. */
  readonly accountOwnerId: string
}

const CONTEXT = 'akek'
const USE = { ctx: CONTEXT, type: 0x02 } as const
/** One version of published clients seals the Base64 text of the key instead of its bytes. */
const BASE64_KEY = /^[A-Za-z0-9_+/-]{43}=$/

/**
 * Seals a key to the delegate's connection key, in the format of that key.
 *
 * @throws {CryptoError} `public_key_invalid`; `unsupported_version`
 */
export function sealKeyToDelegate(publicKeyText: string, binding: DelegatedKeyBinding, key: KeyEncryptionKey): string {
  const publicKey = readPublicKey(publicKeyText)
  return publicKey.family === 'bundle'
    ? sealKeyInBox(publicKey, USE, { key, bound: boundStrings(binding) })
    : sealToRsa(publicKey.key, publicKey.bits, key)
}

/** @throws {CryptoError} `wrong_key`, `cannot_open`, `malformed_envelope`; `key_invalid` if the content is not a key */
export function openKeyOfAccountOwner(
  pair: ConnectionKeyPair,
  binding: DelegatedKeyBinding,
  envelope: string,
): KeyEncryptionKey {
  if (!isBundlePair(pair)) return readPublishedKey(openWithRsa(pair.privateKey, envelope))
  return keyEncryptionKey(openKeyFromBox(pair, USE, { envelope, expected: [boundStrings(binding)] }).key)
}

/** Wraps the key of an account owner or child under the key of the delegate, in the format of the delegate's account. */
export function wrapKeyOfAccountOwner(
  { keyEncryptionKey: delegateKey, format }: KeyPairOwner,
  token: string,
  key: KeyEncryptionKey,
  random: RandomBytes = randomBytes,
): string {
  return format === 'published'
    ? sealAesGcm(delegateKey, key, random)
    : sealBound({ key: delegateKey, ctx: CONTEXT, bound: [token] }, key, random)
}

/** @throws {CryptoError} `wrong_key`, `cannot_open` (also for another delegation), `malformed_envelope`; `key_invalid` */
export function unwrapKeyOfAccountOwner(
  delegateKey: KeyEncryptionKey,
  token: string,
  envelope: string,
): KeyEncryptionKey {
  if (isPublished(envelope)) return readPublishedKey(openAesGcm(delegateKey, envelope))
  return keyEncryptionKey(openBound({ key: delegateKey, ctx: CONTEXT, bound: [token] }, envelope))
}

function boundStrings({ token, accountOwnerId }: DelegatedKeyBinding): readonly string[] {
  return [token, accountOwnerId]
}

function readPublishedKey(content: Uint8Array): KeyEncryptionKey {
  const text = content.length === KEY_BYTES ? undefined : Buffer.from(content).toString('latin1')
  if (text === undefined || !BASE64_KEY.test(text)) return keyEncryptionKey(content)
  wipe(content)
  return keyEncryptionKey(decodeBase64Url(text.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')))
}
