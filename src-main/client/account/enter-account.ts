import type { Call, Send } from '../../../shared/contract/caller.ts'
import { callOver, CallError } from '../../../shared/contract/caller.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { keystoreOperations, vaultOperations } from '../../../shared/contract/index.ts'
import { LOGIN_KEY_PAIR } from '../../../shared/contract/key-pairs.ts'
import { unwrapAccountKey, unwrapPrivateKey, wrapAccountKey, wrapPrivateKey } from '../../crypto/account-keys.ts'
import type { ConnectionKeyPair, ShareFormat } from '../../crypto/connection-key-pair.ts'
import {
  newConnectionKeyPair,
  openSealedToken,
  unwrapConnectionKeyPair,
  wipeConnectionKeyPair,
  wrapConnectionKeyPair,
} from '../../crypto/connection-key-pair.ts'
import type { DataEncryptionKey, KeyEncryptionKey, PassphraseHash } from '../../crypto/keys.ts'
import { keyId, newDataEncryptionKey, newKeyEncryptionKey, wipe } from '../../crypto/keys.ts'
import type { PassphraseCost } from '../../crypto/passphrase.ts'
import type { AccountKeys } from '../../crypto/secret-string.ts'
import { deriveAccountKeys, newSecretString, passphraseArtefacts, wipeAccountKeys } from '../../crypto/secret-string.ts'
import type { PersonAccount } from './account.ts'
import { openPersonAccount } from './account.ts'
import { callWith } from './call-with.ts'
import type { StoredDataKey } from './new-keys.ts'
import { formerDataKeysAmong, unwrappedWith } from './new-keys.ts'
import { createKeystoreUser, logInWithSrp } from './srp-login.ts'

/** The profile of a person, which the vault can read. */
export interface Profile {
  readonly full_name: string
  readonly email: string
}

export interface EnterOptions {
  readonly send: Send
  readonly secretString: string
  /** A hash is used up. */
  readonly passphrase: string | PassphraseHash
  /** The profile for registering a new account. Without it an unknown user is refused. */
  readonly profile?: Profile
  readonly onStep?: (step: string, done: number, of: number) => void
  /** Awaited after registration; then the user signs in again with the keys that were derived already. */
  readonly beforeUse?: () => Promise<void>
  /** The cost of hashing. Only tests pass another one than the secret string promises. */
  readonly cost?: PassphraseCost
}

const STEPS = [
  'derive keys',
  'sign in to the key store',
  'read or make the key-encryption key',
  'read or make the login key pair',
  'sign in to the vault',
  'read or make the data-encryption key',
] as const

/**
 * Reserves a username and makes the secret string of a new account, whose format it decides. Keep it before going on:
 * nobody can restore it.
 */
export async function reserveSecretString(send: Send, format: ShareFormat = 'pdv1'): Promise<string> {
  const { username } = await callOver(send)(keystoreOperations.srpUsernamePost, {})
  return newSecretString(username, format)
}

/**
 * Signs a user in, and continues an interrupted registration at the first step without a result
 * (docs/contract/client-crypto.md, Registering, Logging in). A key that can be read is never replaced.
 *
 * @throws {CallError} `login_failed` for a wrong passphrase or unknown user; any error of the service.
 * @throws {CryptoError} `secret_string_invalid`, `cannot_open`
 */
export async function enterAccount(options: EnterOptions): Promise<PersonAccount> {
  const step = reporter(options.onStep)
  step()
  const account = await deriveAccountKeys(options.secretString, options.passphrase, options.cost)
  try {
    const made = await enterWith(account, options, step)
    if (options.beforeUse === undefined) return made
    await made.signOut()
    await options.beforeUse()
    return await enterWith(account, { send: options.send }, () => undefined)
  } finally {
    wipeAccountKeys(account)
  }
}

/** @throws {CallError} `login_failed` when the passphrase or the secret string is not the right one. */
export async function checkPassphrase(options: Omit<EnterOptions, 'profile' | 'onStep'>): Promise<void> {
  const account = await deriveAccountKeys(options.secretString, options.passphrase, options.cost)
  try {
    await proveAccountKeys(account, options.send)
  } finally {
    wipeAccountKeys(account)
  }
}

/** Checks a passphrase by keys that were derived from it. */
export async function proveAccountKeys(account: AccountKeys, send: Send): Promise<void> {
  const call = callOver(send)
  const token = await logInWithSrp(call, account)
  await call(keystoreOperations.sessionDelete, {}, { authorization: token })
}

/** Signs in with keys that were derived already. @throws as {@link enterAccount} */
export function enterWithKeys(account: AccountKeys, options: Pick<EnterOptions, 'send'>): Promise<PersonAccount> {
  return enterWith(account, options, () => undefined)
}

/** Tokens and keys of sessions that were opened elsewhere. */
export interface OpenSessions {
  readonly tokens: { readonly vault: string; readonly keystore: string }
  readonly keyEncryptionKey: KeyEncryptionKey
  readonly format: ShareFormat
}

/**
 * Continues sessions that were opened elsewhere; they end only if the account signs out.
 *
 * @throws {CallError} `unauthorized` for sessions that ended; any error of the service
 * @throws {CryptoError} `cannot_open` for another key
 */
export async function enterWithSessions(
  send: Send,
  { tokens, keyEncryptionKey: kek, format }: OpenSessions,
): Promise<PersonAccount> {
  const keystore = callWith(send, tokens.keystore)
  const params = { external_id: LOGIN_KEY_PAIR }
  const { keypair } = await keystore(keystoreOperations.keypairsExternalIdExternalIdGet, { params })
  const loginKeyPair = unwrapConnectionKeyPair(kek, keypair.public_key, keypair.encrypted_serialized_key)
  const keys = await readOrMakeDataEncryptionKey(callWith(send, tokens.vault), keystore, { kek, format }, undefined)
  const { dek, former, userId } = keys
  return openPersonAccount(send, {
    vaultUserId: userId,
    tokens,
    keys: { keyEncryptionKey: kek, dataEncryptionKey: dek, formerDataKeys: former, loginKeyPair, format: keys.format },
  })
}

async function enterWith(
  account: AccountKeys,
  { send, profile }: Pick<EnterOptions, 'send' | 'profile'>,
  step: () => void,
): Promise<PersonAccount> {
  const anonymous = callOver(send)
  const secrets: Uint8Array[] = []
  let loginKeyPair: ConnectionKeyPair | undefined
  try {
    step()
    if (profile !== undefined) await createKeystoreUser(anonymous, account)
    const keystoreToken = await logInWithSrp(anonymous, account)
    const keystore = callWith(send, keystoreToken)

    step()
    const { kek, isNew } = await readOrMakeKeyEncryptionKey(keystore, account)
    secrets.push(kek)

    step()
    loginKeyPair = await readOrMakeLoginKeyPair(keystore, account, kek)

    step()
    const vaultToken = isNew
      ? await createVaultUser(anonymous, keystore, loginKeyPair)
      : await logInToVault(anonymous, keystore, loginKeyPair)
    const vault = callWith(send, vaultToken)

    step()
    const own = { kek, format: account.format }
    const { dek, format, former, userId } = await readOrMakeDataEncryptionKey(vault, keystore, own, profile)
    secrets.push(dek, ...former)
    return openPersonAccount(send, {
      vaultUserId: userId,
      tokens: { vault: vaultToken, keystore: keystoreToken },
      keys: { keyEncryptionKey: kek, dataEncryptionKey: dek, formerDataKeys: former, loginKeyPair, format },
    })
  } catch (error) {
    wipe(...secrets)
    if (loginKeyPair !== undefined) wipeConnectionKeyPair(loginKeyPair)
    throw error
  }
}

async function readOrMakeKeyEncryptionKey(
  keystore: Call,
  account: AccountKeys,
): Promise<{ readonly kek: KeyEncryptionKey; readonly isNew: boolean }> {
  const stored = await found(keystore(keystoreOperations.keyEncryptionKeyGet, {}), 'key_encryption_key_not_found')
  if (stored !== undefined) {
    const envelope = stored.key_encryption_key.serialized_key_encryption_key
    return { kek: unwrapAccountKey(account, envelope), isNew: false }
  }
  const kek = newKeyEncryptionKey()
  await keystore(keystoreOperations.keyEncryptionKeyPost, {
    body: { serialized_key_encryption_key: wrapAccountKey(account, kek) },
  })
  return { kek, isNew: true }
}

/** The artefacts are stored before the key pair, so a stored key pair proves that both steps are done. */
async function readOrMakeLoginKeyPair(
  keystore: Call,
  account: AccountKeys,
  kek: KeyEncryptionKey,
): Promise<ConnectionKeyPair> {
  const stored = await found(
    keystore(keystoreOperations.keypairsExternalIdExternalIdGet, { params: { external_id: LOGIN_KEY_PAIR } }),
    'not_found',
  )
  if (stored !== undefined)
    return unwrapConnectionKeyPair(kek, stored.keypair.public_key, stored.keypair.encrypted_serialized_key)
  await keepArtefacts(keystore, account)
  const pair = await newConnectionKeyPair(account.format)
  await keystore(keystoreOperations.keypairsPost, {
    body: {
      public_key: pair.publicKey,
      encrypted_serialized_key: wrapConnectionKeyPair({ keyEncryptionKey: kek, format: account.format }, pair),
      external_identifiers: [LOGIN_KEY_PAIR],
    },
  })
  return pair
}

/** Published clients neither write nor read such a record. */
export async function keepArtefacts(keystore: Call, account: AccountKeys): Promise<void> {
  if (account.format === 'published') return
  await keystore(keystoreOperations.passphraseDerivationArtefactPost, { body: passphraseArtefacts(account) })
}

/** Logs in by public key; an account whose registration stopped before this step gets its vault user now. */
async function logInToVault(anonymous: Call, keystore: Call, pair: ConnectionKeyPair): Promise<string> {
  const answer = await found(
    anonymous(vaultOperations.sessionPost, { body: { public_key: pair.publicKey } }),
    'unauthorized',
  )
  if (answer === undefined) return createVaultUser(anonymous, keystore, pair)
  return openSealedToken(pair, answer.session.encrypted_session_authentication_string)
}

async function createVaultUser(anonymous: Call, keystore: Call, pair: ConnectionKeyPair): Promise<string> {
  const { external_admission_token } = await keystore(keystoreOperations.externalAdmissionTokensGet, {})
  const { encrypted_session_authentication_string } = await anonymous(vaultOperations.mePost, {
    body: { public_key: pair.publicKey, admission_token: external_admission_token.vault_api_admission_token },
  })
  return openSealedToken(pair, encrypted_session_authentication_string)
}

interface OwnDataKeys {
  readonly dek: DataEncryptionKey
  readonly format: ShareFormat
  readonly former: readonly DataEncryptionKey[]
  readonly userId: string
}

/**
 * The private data-encryption key. If the account refers to a missing one, that of the key store replaces it; a new one
 * is made only for an account that never had one.
 *
 * @throws {ServiceError} `value_cannot_be_opened`
 */
async function readOrMakeDataEncryptionKey(
  vault: Call,
  keystore: Call,
  { kek, format }: { readonly kek: KeyEncryptionKey; readonly format: ShareFormat },
  profile: Profile | undefined,
): Promise<OwnDataKeys> {
  const { user } = await vault(vaultOperations.meGet, {})
  const { data_encryption_keys: stored } = await keystore(keystoreOperations.dataEncryptionKeysGet, {})
  const named = user.private_dek_external_id?.toLowerCase()
  const own = findPrivateKey(stored, kek, named)
  if (own === undefined) return makeDataEncryptionKey()
  if (own.id !== named) await nameInAccount(own.id)
  const former = formerDataKeysAmong(stored, kek).map(({ key }) => key)
  return { dek: own.key.dataEncryptionKey, format: own.key.format, former, userId: user.id }

  async function makeDataEncryptionKey(): Promise<OwnDataKeys> {
    if (user.onboarded_at !== null) {
      throw new ServiceError(
        'value_cannot_be_opened',
        'The data key of this account, which its values are sealed with, is not in the key store. No new one was made.',
      )
    }
    const dek = newDataEncryptionKey()
    const { data_encryption_key } = await keystore(keystoreOperations.dataEncryptionKeysPost, {
      body: { serialized_data_encryption_key: wrapPrivateKey(kek, format, dek) },
    })
    await nameInAccount(data_encryption_key.id)
    return { dek, format, former: [], userId: user.id }
  }

  async function nameInAccount(id: string): Promise<void> {
    const given = user.onboarded_at === null ? profile : undefined
    await vault(vaultOperations.mePut, { body: { user: { ...given, private_dek_external_id: id } } })
  }
}

interface PrivateKey {
  readonly id: string
  readonly key: ReturnType<typeof unwrapPrivateKey>
}

/** The key the account refers to, or else the only private one in the key store, even if stored more than once. */
function findPrivateKey(
  stored: readonly StoredDataKey[],
  kek: KeyEncryptionKey,
  named: string | undefined,
): PrivateKey | undefined {
  const found = unwrappedWith((text) => unwrapPrivateKey(kek, text), stored)
  const isOnlyOne = new Set(found.map(({ key }) => keyId(key.dataEncryptionKey))).size === 1
  const chosen = found.find(({ id }) => id === named) ?? (isOnlyOne ? found[0] : undefined)
  wipe(...found.flatMap((one) => (one === chosen ? [] : [one.key.dataEncryptionKey])))
  return chosen
}

/** The reply, or undefined when the service refuses with `missingCode`: that step has not been done yet. */
async function found<Reply>(reply: Promise<Reply>, missingCode: string): Promise<Reply | undefined> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof CallError && error.code === missingCode) return undefined
    throw error
  }
}

function reporter(onStep: EnterOptions['onStep']): () => void {
  let done = 0
  return () => {
    onStep?.(STEPS[done] ?? '', done, STEPS.length)
    done += 1
  }
}
