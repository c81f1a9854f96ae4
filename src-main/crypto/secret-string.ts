/*
 * Secret string, version 2: `2.<username>.<base58 of 32 random bytes, a hyphen after every 6 characters>`.
 * The leading number selects everything below, the Argon2id cost included:
 *   salt  BLAKE2b-128("pdv2.salt" 00 username)
 *   m     Argon2id(passphrase in NFKC, salt, 3 passes, 256 MiB)
 *   root  BLAKE2b-256(m, key = the 32 secret bytes)
 *   PDK   crypto_kdf(1, "PDVROOT2", root)      wraps the key encryption key
 *   SRPK  crypto_kdf(2, "PDVROOT2", root)      its lower-case hex is the SRP password
 * Guessing needs the passphrase and the 256-bit secret.
 */
import { decodeBase58, encodeBase58 } from './base58.ts'
import { encodeBase64Url, encodeBase64UrlPadded } from './base64url.ts'
import { CryptoError } from './crypto-error.ts'
import { KEY_BYTES, keyId, passphraseDerivedKey, wipe } from './keys.ts'
import type { PassphraseDerivedKey } from './keys.ts'
import { hashPassphrase, PASSPHRASE_COST } from './passphrase.ts'
import type { PassphraseCost } from './passphrase.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'
import { sodium } from './sodium.ts'

/** The parts of a secret string. */
export interface SecretString {
  readonly username: string
  /** 32 bytes; the second factor beside the passphrase. */
  readonly secret: Uint8Array
}

/** What passphrase and secret string open: the key wrapping key, and the login. */
export interface AccountKeys {
  readonly username: string
  readonly passphraseDerivedKey: PassphraseDerivedKey
  /** 64 hex digits. */
  readonly srpPassword: string
}

/** The PDK artefacts record as the key store keeps it: URL-safe Base64 of JSON. */
export interface PassphraseArtefacts {
  readonly derivation_artefacts: string
  readonly verification_artefacts: string
}

const VERSION = 2
const SECRET_BYTES = KEY_BYTES
const SIX_CHARACTERS = /.{6}(?=.)/g
const KDF_CONTEXT = 'PDVROOT2'
const PDK_SUBKEY = 1
const SRP_SUBKEY = 2

/** A new secret string for a user name the key store issued. The user keeps it; nobody can restore it. */
export function newSecretString(username: string, random: RandomBytes = randomBytes): string {
  return formatSecretString({ username, secret: random(SECRET_BYTES) })
}

/** @throws {CryptoError} `secret_string_invalid` for a user name that would not read back. */
export function formatSecretString({ username, secret }: SecretString): string {
  if (username === '' || username.includes('.')) throw invalid('the user name is empty or contains a full stop')
  return `${VERSION}.${username}.${encodeBase58(secret).replaceAll(SIX_CHARACTERS, '$&-')}`
}

/**
 * Reads a secret string as a person may have typed or pasted it: blanks around it and hyphens in its key do not count.
 *
 * @throws {CryptoError} `secret_string_invalid`; `unsupported_version` for a numbered one that is not version 2.
 */
export function parseSecretString(text: string): SecretString {
  const [version, username, key, ...rest] = text.trim().split('.')
  if (version === undefined || !/^\d+$/.test(version)) throw invalid('it does not start with a version number')
  if (version !== String(VERSION)) {
    throw new CryptoError('unsupported_version', `secret strings of version ${version} are not supported`)
  }
  if (username === undefined || username === '' || key === undefined || rest.length > 0) {
    throw invalid('it must have three parts: version, user name, key')
  }
  return { username, secret: decodeSecret(key.replaceAll('-', '')) }
}

/**
 * Derives both account keys; takes about a second. Wipes everything in between.
 *
 * @param cost only tests pass one: another cost gives other keys than the version promises.
 * @throws {CryptoError} as {@link parseSecretString} and {@link hashPassphrase}.
 */
export async function deriveAccountKeys(
  secretString: string,
  passphrase: string,
  cost: PassphraseCost = PASSPHRASE_COST,
): Promise<AccountKeys> {
  const { username, secret } = parseSecretString(secretString)
  const hashed = await hashPassphrase(passphrase, saltOf(username), cost)
  const root = sodium.crypto_generichash(KEY_BYTES, hashed, secret)
  const srpKey = sodium.crypto_kdf_derive_from_key(KEY_BYTES, SRP_SUBKEY, KDF_CONTEXT, root)
  const account = {
    username,
    passphraseDerivedKey: passphraseDerivedKey(
      sodium.crypto_kdf_derive_from_key(KEY_BYTES, PDK_SUBKEY, KDF_CONTEXT, root),
    ),
    srpPassword: Buffer.from(srpKey).toString('hex'),
  }
  wipe(secret, hashed, root, srpKey)
  return account
}

/** The record that tells other clients how the key was derived, and ours whether a passphrase was right. */
export function passphraseArtefacts(account: AccountKeys): PassphraseArtefacts {
  return {
    derivation_artefacts: encodeJson({
      v: VERSION,
      kdf: 'argon2id13',
      ops: PASSPHRASE_COST.opsLimit,
      mem_kib: PASSPHRASE_COST.memoryKib,
      salt: encodeBase64Url(saltOf(account.username)),
      mix: 'blake2b-keyed',
      ctx: KDF_CONTEXT,
    }),
    verification_artefacts: encodeJson({ v: VERSION, check: keyId(account.passphraseDerivedKey) }),
  }
}

/**
 * Whether the stored record was made with the same passphrase-derived key: tells a wrong passphrase from a damaged key
 * encryption key. A record of another form does not match.
 */
export function passphraseMatches(account: AccountKeys, verification_artefacts: string): boolean {
  return verification_artefacts === passphraseArtefacts(account).verification_artefacts
}

function decodeSecret(base58: string): Uint8Array {
  const secret = tryDecode(base58)
  if (secret.length !== SECRET_BYTES) throw invalid('its key is incomplete or has a wrong character')
  return secret
}

function tryDecode(base58: string): Uint8Array {
  if (base58.length > 2 * SECRET_BYTES) throw invalid('its key is too long')
  try {
    return decodeBase58(base58)
  } catch (cause) {
    throw invalid('its key has a character that does not occur in keys', { cause })
  }
}

function saltOf(username: string): Uint8Array {
  return sodium.crypto_generichash(
    sodium.crypto_pwhash_SALTBYTES,
    Buffer.from(`pdv${VERSION}.salt\0${username}`, 'utf8'),
    null,
  )
}

function encodeJson(record: Readonly<Record<string, string | number>>): string {
  return encodeBase64UrlPadded(Buffer.from(JSON.stringify(record), 'utf8'))
}

function invalid(why: string, options?: ErrorOptions): CryptoError {
  return new CryptoError('secret_string_invalid', `this is not a secret string: ${why}`, options)
}
