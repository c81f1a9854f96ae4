/*
 * Secret string. Version 1 is that of published clients, see `published/published-secret.ts`; an account with it has
 * its keys and values in the published format. Version 2: `2.<username>.<base58 of 32 random bytes, a hyphen after every 6 characters>`.
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
import type { ShareFormat } from './connection-key-pair.ts'
import { CryptoError } from './crypto-error.ts'
import { inOwnMemory, KEY_BYTES, keyId, passphraseDerivedKey, wipe } from './keys.ts'
import type { PassphraseDerivedKey, PassphraseHash } from './keys.ts'
import { hashPassphrase, PASSPHRASE_COST } from './passphrase.ts'
import type { PassphraseCost } from './passphrase.ts'
import { derivePublishedKeys } from './published/published-secret.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'
import { sodium } from './sodium.ts'
import { asPhrase, phrase } from '../../shared/phrase.ts'

/** The parts of a secret string. */
export interface SecretString {
  /** The format of the account, by the version. */
  readonly format: ShareFormat
  readonly username: string
  /** 32 bytes; the second factor beside the passphrase. */
  readonly secret: Uint8Array
}

/** What passphrase and secret string open: the key wrapping key, and the login. */
export interface AccountKeys {
  readonly format: ShareFormat
  readonly username: string
  readonly passphraseDerivedKey: PassphraseDerivedKey
  /** UTF-8 of 64 hex digits; of the published format, of 32 characters below U+0100. Bytes, because a text cannot be wiped. */
  readonly srpPassword: Uint8Array
}

/** Overwrites both secrets. */
export function wipeAccountKeys({ passphraseDerivedKey, srpPassword }: AccountKeys): void {
  wipe(passphraseDerivedKey, srpPassword)
}

/** The PDK artefacts record as the key store keeps it: URL-safe Base64 of JSON. */
export interface PassphraseArtefacts {
  readonly derivation_artefacts: string
  readonly verification_artefacts: string
}

const VERSION = 2
const VERSIONS = { pdv1: `${VERSION}`, published: '1' } as const
const SECRET_BYTES = KEY_BYTES
const SIX_CHARACTERS = /.{6}(?=.)/g
const KDF_CONTEXT = 'PDVROOT2'
const PDK_SUBKEY = 1
const SRP_SUBKEY = 2

/** A new secret string for a user name the key store issued. The user keeps it; nobody can restore it. */
export function newSecretString(
  username: string,
  format: ShareFormat = 'pdv1',
  random: RandomBytes = randomBytes,
): string {
  return formatSecretString({ format, username, secret: random(SECRET_BYTES) })
}

/** @throws {CryptoError} `secret_string_invalid` for a user name that would not read back. */
export function formatSecretString({ format, username, secret }: SecretString): string {
  if (username === '' || username.includes('.')) throw invalid('the user name is empty or contains a full stop')
  return `${VERSIONS[format]}.${username}.${encodeBase58(secret).replaceAll(SIX_CHARACTERS, '$&-')}`
}

/**
 * Reads a secret string as a person may have typed or pasted it: blanks around it and hyphens in its key do not count.
 *
 * @throws {CryptoError} `secret_string_invalid`; `unsupported_version` for a numbered one of another version.
 */
export function parseSecretString(text: string): SecretString {
  const [version, username, key, ...rest] = text.trim().split('.')
  if (version === undefined || !/^\d+$/.test(version)) throw invalid('it does not start with a version number')
  const format = formatOf(version)
  if (username === undefined || username === '' || key === undefined || rest.length > 0) {
    throw invalid('it must have three parts: version, user name, key')
  }
  return { format, username, secret: decodeSecret(key.replaceAll('-', '')) }
}

/** @throws {CryptoError} `unsupported_version` */
function formatOf(version: string): ShareFormat {
  if (version === VERSIONS.pdv1) return 'pdv1'
  if (version === VERSIONS.published) return 'published'
  throw new CryptoError('unsupported_version', `secret strings of version ${version} are not supported`)
}

/**
 * Derives both account keys; takes about a second, and no time with the hash of the passphrase. Wipes everything in
 * between, and a hash that was given.
 *
 * @param cost only tests pass one: another cost gives other keys than version 2 promises. Version 1 has none.
 * @throws {CryptoError} as {@link parseSecretString} and {@link hashPassphrase}; `key_invalid` for a hash in version 1,
 *   which has another one for each key.
 */
export async function deriveAccountKeys(
  secretString: string,
  passphrase: string | PassphraseHash,
  cost: PassphraseCost = PASSPHRASE_COST,
): Promise<AccountKeys> {
  const { format, username, secret } = parseSecretString(secretString)
  if (format === 'published') {
    if (typeof passphrase !== 'string')
      throw new CryptoError('key_invalid', 'a published account has no single hash of its passphrase')
    const derived = await derivePublishedKeys(passphrase, encodeBase58(secret))
    wipe(secret)
    return { format, username, ...derived }
  }
  const hashed = typeof passphrase === 'string' ? await hashPassphrase(passphrase, saltOf(username), cost) : passphrase
  const root = sodium.crypto_generichash(KEY_BYTES, hashed, secret)
  const srpKey = sodium.crypto_kdf_derive_from_key(KEY_BYTES, SRP_SUBKEY, KDF_CONTEXT, root)
  const account: AccountKeys = {
    format,
    username,
    passphraseDerivedKey: passphraseDerivedKey(
      inOwnMemory(sodium.crypto_kdf_derive_from_key(KEY_BYTES, PDK_SUBKEY, KDF_CONTEXT, root)),
    ),
    srpPassword: hexOf(srpKey),
  }
  wipe(secret, hashed, root, srpKey)
  return account
}

const HEX_DIGITS = Buffer.from('0123456789abcdef')

/** Lower-case hex as ASCII, without a text in between. */
function hexOf(bytes: Uint8Array): Uint8Array {
  const digits = inOwnMemory(new Uint8Array(2 * bytes.length))
  for (const [index, byte] of bytes.entries()) {
    digits[2 * index] = HEX_DIGITS.readUInt8(byte >> 4)
    digits[2 * index + 1] = HEX_DIGITS.readUInt8(byte & 0x0f)
  }
  return digits
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
  return new CryptoError('secret_string_invalid', phrase`this is not a secret string: ${asPhrase(why)}`, options)
}
