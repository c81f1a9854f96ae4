/*
 * The secret string of an account: `<version>.<username>.<base58 of 32 random bytes, with a hyphen after every 6 characters>`.
 * Version 1 is that of published clients (`published/published-secret.ts`), whose keys and values are in the published format.
 * Version 2 derives keys as follows:
 *   salt  BLAKE2b-128("pdv2.salt" 00 username)
 *   m     Argon2id(passphrase in NFKC, salt, 3 passes, 256 MiB)
 *   root  BLAKE2b-256(m, key = the 32 secret bytes)
 *   PDK   crypto_kdf(1, "PDVROOT2", root)      wraps the key encryption key
 *   SRPK  crypto_kdf(2, "PDVROOT2", root)      its lower-case hex is the SRP password
 * An attacker would have to guess both the passphrase and the 256-bit secret.
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

export interface SecretString {
  /** The format of the account, which follows from the version. */
  readonly format: ShareFormat
  readonly username: string
  /** 32 bytes. */
  readonly secret: Uint8Array
}

/** The keys that are derived from the passphrase and the secret string. */
export interface AccountKeys {
  readonly format: ShareFormat
  readonly username: string
  readonly passphraseDerivedKey: PassphraseDerivedKey
  /**
   * 64 hex digits, or in the published format 32 characters below U+0100, as UTF-8. It is not a string, because strings
   * cannot be wiped.
   */
  readonly srpPassword: Uint8Array
}

/** Overwrites both secrets. */
export function wipeAccountKeys({ passphraseDerivedKey, srpPassword }: AccountKeys): void {
  wipe(passphraseDerivedKey, srpPassword)
}

/** The PDK artefacts in the key store: URL-safe Base64 of JSON. */
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

/** A new secret string for a user name that the key store issued. Only the user has it, and nobody can restore it. */
export function newSecretString(
  username: string,
  format: ShareFormat = 'pdv1',
  random: RandomBytes = randomBytes,
): string {
  return formatSecretString({ format, username, secret: random(SECRET_BYTES) })
}

/** @throws {CryptoError} `secret_string_invalid` for a user name that is empty or contains a full stop */
export function formatSecretString({ format, username, secret }: SecretString): string {
  if (username === '' || username.includes('.')) throw invalid('the user name is empty or contains a full stop')
  return `${VERSIONS[format]}.${username}.${encodeBase58(secret).replaceAll(SIX_CHARACTERS, '$&-')}`
}

/**
 * Reads a secret string as typed or pasted, ignoring white space around it and hyphens in its key.
 *
 * @throws {CryptoError} `secret_string_invalid`, `unsupported_version`
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
 * Derives both account keys, which takes about a second, except with the hash of the passphrase. Wipes that hash and all
 * intermediate values.
 *
 * @param cost only for tests: version 2 requires the default cost, and version 1 has none
 * @throws {CryptoError} as {@link parseSecretString} and {@link hashPassphrase}; `key_invalid` for a hash in version 1
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

/** Lower-case hex as ASCII bytes, without a string that could not be wiped. */
function hexOf(bytes: Uint8Array): Uint8Array {
  const digits = inOwnMemory(new Uint8Array(2 * bytes.length))
  for (const [index, byte] of bytes.entries()) {
    digits[2 * index] = HEX_DIGITS.readUInt8(byte >> 4)
    digits[2 * index + 1] = HEX_DIGITS.readUInt8(byte & 0x0f)
  }
  return digits
}

/** The record that tells other clients how the key was derived, and our client whether a passphrase is right. */
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
 * Whether the stored record was made with the same passphrase-derived key. This distinguishes a wrong passphrase from a
 * damaged key encryption key.
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
