import { generateKeyPair, pbkdf2Sync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { encodeBase58 } from '../../../src-main/crypto/base58.ts'
import type { ApiKeys, Apis5, Apis6, Outcome, PublishedClient } from './published-keystore-clients.ts'
import { publishedSrpClient, publishedSrpVerifier } from './published-keystore-clients.ts'
import type { LibraryKey } from './published-library.ts'
import { libraryOpen, librarySeal, publishedLibrary } from './published-library.ts'
import type { MakeVault } from './published-vault-clients.ts'

/**
 * Registration and login step by step as the published SDK does them, with its own packages: passphrase keys by PBKDF2,
 * SRP by jsrp, cipher text by cryppo, an RSA login key (docs/contract/client-crypto.md, Secret string, Registering,
 * Logging in).
 */

export type KeystoreClient = PublishedClient<Apis5 | Apis6>

/** The generation of packages a user works with. */
export interface PublishedPackages {
  readonly vault: MakeVault
  readonly keystore: (basePath: string, keys?: ApiKeys) => KeystoreClient
}

/** What a person keeps. */
export interface PublishedSecrets {
  readonly secretString: string
  readonly passphrase: string
}

export interface PublishedUser extends PublishedSecrets {
  readonly userId: string
  readonly username: string
  readonly keystoreToken: string
  readonly vaultToken: string
  readonly loginPublicKey: string
  readonly keyEncryptionKey: LibraryKey
  readonly keystore: KeystoreClient
  /** Opens the session strings that were sealed to the login key. */
  openToken(sealed: string): Promise<string>
  /** Seals and opens slot values under the private data-encryption key. */
  encrypt(value: string): Promise<string | null>
  decrypt(value: string): Promise<string>
}

/** Registers a new user; `bits` makes the login key smaller than the SDK's, which takes long to make. */
export async function registerPublishedUser(
  url: string,
  packages: PublishedPackages,
  passphrase: string,
  bits = 4096,
): Promise<PublishedUser> {
  const anybody = packages.keystore(`${url}/keystore`)
  const username = textOf(await anybody.call(({ user }) => user.srpUsernamePost({})), 'username')
  const secretString = newPublishedSecret(username)
  const keys = passphraseKeys({ secretString, passphrase })
  const verifier = await publishedSrpVerifier(await publishedSrpClient(username, keys.srpPassword))
  requireSuccess(await anybody.call(({ user }) => user.srpUsersPost({ username, ...verifier })))

  const keystoreToken = await logInToKeystore(anybody, username, keys.srpPassword)
  const keystore = keystoreWith(url, packages, keystoreToken)
  const admission_token = textOf(
    await keystore.call(({ admission }) => admission.externalAdmissionTokensGet()),
    'external_admission_token',
    'vault_api_admission_token',
  )
  const kek = publishedLibrary.EncryptionKey.generateRandom(32)
  const serialized_key_encryption_key = await librarySeal(keys.passphraseKey, kek.bytes)
  requireSuccess(await keystore.call(({ kek }) => kek.keyEncryptionKeyPost({ serialized_key_encryption_key })))
  // Sometimes for seconds; the server of a test, in the same process, goes on.
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const keypair = {
    public_key: pair.publicKey,
    encrypted_serialized_key: await librarySeal(kek, Buffer.from(pair.privateKey, 'utf8')),
    metadata: {},
    external_identifiers: ['auth'],
  }
  requireSuccess(await keystore.call((apis) => apis.keypair.keypairsPost(keypair)))

  const { user } = packages.vault(url)
  const created = await (
    await user.mePostRaw({ postMeRequest: { public_key: pair.publicKey, admission_token } })
  ).value()
  const openToken = tokenOpener(pair.privateKey)
  const vaultToken = await openToken(created.encrypted_session_authentication_string)

  const dek = publishedLibrary.EncryptionKey.generateRandom(32)
  const serialized_data_encryption_key = await librarySeal(kek, dek.bytes)
  const stored = await keystore.call((apis) => apis.dek.dataEncryptionKeysPost({ serialized_data_encryption_key }))
  const private_dek_external_id = textOf(stored, 'data_encryption_key', 'id')
  await packages
    .vault(url, { token: vaultToken })
    .user.mePutRaw({ putMeRequest: { user: { private_dek_external_id } } })
  return {
    secretString,
    passphrase,
    userId: created.user.id,
    username,
    keystoreToken,
    vaultToken,
    loginPublicKey: pair.publicKey,
    keyEncryptionKey: kek,
    keystore,
    openToken,
    ...sealerWith(dek),
  }
}

/** Logs in from nothing but the secret string and the passphrase. */
export async function logInPublishedUser(
  url: string,
  packages: PublishedPackages,
  secrets: PublishedSecrets,
): Promise<PublishedUser> {
  const keys = passphraseKeys(secrets)
  const anybody = packages.keystore(`${url}/keystore`)
  const keystoreToken = await logInToKeystore(anybody, keys.username, keys.srpPassword)
  const keystore = keystoreWith(url, packages, keystoreToken)
  const wrappedKek = await keystore.call(({ kek }) => kek.keyEncryptionKeyGet())
  const kek = publishedLibrary.EncryptionKey.fromBytes(
    await libraryOpen(keys.passphraseKey, textOf(wrappedKek, 'key_encryption_key', 'serialized_key_encryption_key')),
  )
  const pair = await keystore.call(({ keypair }) => keypair.keypairsExternalIdExternalIdGet('auth'))
  const loginPublicKey = textOf(pair, 'keypair', 'public_key')
  const privateKey = await libraryOpen(kek, textOf(pair, 'keypair', 'encrypted_serialized_key'))
  const openToken = tokenOpener(Buffer.from(privateKey).toString('utf8'))

  const login = await packages.vault(url).session.sessionPost({ public_key: loginPublicKey })
  const vaultToken = await openToken(login.session.encrypted_session_authentication_string)
  const { user } = await packages.vault(url, { token: vaultToken }).user.meGet()
  const dekId = String(user.private_dek_external_id)
  const wrappedDek = await keystore.call((apis) => apis.dek.dataEncryptionKeysIdGet(dekId))
  const dek = await libraryOpen(kek, textOf(wrappedDek, 'data_encryption_key', 'serialized_data_encryption_key'))
  return {
    ...secrets,
    userId: user.id,
    username: keys.username,
    keystoreToken,
    vaultToken,
    loginPublicKey,
    keyEncryptionKey: kek,
    keystore,
    openToken,
    ...sealerWith(publishedLibrary.EncryptionKey.fromBytes(dek)),
  }
}

/** The published derivation. The SRP password is a binary string: bytes from 0x80 on become two in UTF-8. */
export function passphraseKeys({ secretString, passphrase }: PublishedSecrets) {
  const [, username = '', key = ''] = secretString.split('.')
  const salt = key.replaceAll('-', '')
  const derive = (text: string) => pbkdf2Sync(passphrase, text, 100_000, 32, 'sha256')
  return {
    username,
    passphraseKey: publishedLibrary.EncryptionKey.fromBytes(derive(salt)),
    srpPassword: derive(Array.from(salt).reverse().join('')).toString('latin1'),
  }
}

function newPublishedSecret(username: string): string {
  const groups = encodeBase58(randomBytes(32)).match(/.{1,6}/g) ?? []
  return `1.${username}.${groups.join('-')}`
}

async function logInToKeystore(anybody: KeystoreClient, username: string, srpPassword: string): Promise<string> {
  const srp = await publishedSrpClient(username, srpPassword)
  const srp_a = srp.getPublicKey()
  const challenge = await anybody.call(({ user }) => user.srpChallengesPost({ username, srp_a }))
  srp.setSalt(textOf(challenge, 'challenge', 'challenge_salt'))
  srp.setServerPublicKey(textOf(challenge, 'challenge', 'challenge_b'))
  const proof = { username, srp_a, srp_m: srp.getProof() }
  const login = await anybody.call(({ session }) => session.srpSessionPost(proof))
  return textOf(login, 'session', 'session_authentication_string')
}

/** The key-store client of a user, or of whom the user acts for. */
export function keystoreWith(
  url: string,
  packages: PublishedPackages,
  token: string,
  delegationId = '',
): KeystoreClient {
  return packages.keystore(`${url}/keystore`, {
    Authorization: token,
    'Meeco-Subscription-Key': 'any key',
    'Meeco-Delegation-Id': delegationId,
  })
}

/** Seals and opens values as the SDK does. */
export function sealerWith(dek: LibraryKey): Pick<PublishedUser, 'encrypt' | 'decrypt'> {
  return {
    // As the SDK does it: an empty text is no value.
    encrypt: async (value) => (value === '' ? null : librarySeal(dek, Buffer.from(value, 'utf8'))),
    decrypt: async (value) => Buffer.from(await libraryOpen(dek, value)).toString('utf8'),
  }
}

function tokenOpener(privateKeyPem: string): PublishedUser['openToken'] {
  return (serialized) => publishedLibrary.decryptSerializedWithPrivateKey({ privateKeyPem, serialized })
}

export function requireSuccess({ status, body }: Outcome): void {
  if (status < 200 || status > 299) throw new Error(`the service refused: ${status} ${JSON.stringify(body)}`)
}

/** A text in the answer of a call that must succeed. */
export function textOf(outcome: Outcome, ...path: readonly string[]): string {
  requireSuccess(outcome)
  const value = path.reduce<unknown>(
    (current, key) => (typeof current === 'object' && current !== null ? Reflect.get(current, key) : undefined),
    outcome.body,
  )
  if (typeof value !== 'string') throw new Error(`the answer has no ${path.join('.')}`)
  return value
}
