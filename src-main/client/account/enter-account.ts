import type { Call, Send } from '../../../shared/contract/caller.ts'
import { callOver, CallError } from '../../../shared/contract/caller.ts'
import { keystoreOperations, vaultOperations } from '../../../shared/contract/index.ts'
import type { KeyPair } from '../../crypto/key-pair.ts'
import { newKeyPair, openSessionToken, wipeKeyPair } from '../../crypto/key-pair.ts'
import {
  unwrapDataEncryptionKey,
  unwrapKeyEncryptionKey,
  unwrapKeyPair,
  wrapDataEncryptionKey,
  wrapKeyEncryptionKey,
  wrapKeyPair,
} from '../../crypto/key-wrap.ts'
import type { DataEncryptionKey, KeyEncryptionKey } from '../../crypto/keys.ts'
import { newDataEncryptionKey, newKeyEncryptionKey, wipe } from '../../crypto/keys.ts'
import type { PassphraseCost } from '../../crypto/passphrase.ts'
import type { AccountKeys } from '../../crypto/secret-string.ts'
import { deriveAccountKeys, newSecretString, passphraseArtefacts } from '../../crypto/secret-string.ts'
import type { PersonAccount } from './account.ts'
import { openPersonAccount } from './account.ts'
import { callWith } from './call-with.ts'
import { LOGIN_KEY_PAIR, PRIVATE, readFormerDataKeys } from './new-keys.ts'
import { createKeystoreUser, logInWithSrp } from './srp-login.ts'

/** What the vault knows about a person, in clear. */
export interface Profile {
  readonly full_name: string
  readonly email: string
}

export interface EnterOptions {
  readonly send: Send
  readonly secretString: string
  readonly passphrase: string
  /** Given when registering: creates what is missing. Without it an unknown user is refused. */
  readonly profile?: Profile
  readonly onStep?: (step: string, done: number, of: number) => void
  /** Only tests pass another cost than the one the secret string promises. */
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

/** Reserves a username and makes the secret string of a new account. Keep it before going on: nobody can restore it. */
export async function reserveSecretString(send: Send): Promise<string> {
  const { username } = await callOver(send)(keystoreOperations.srpUsernamePost, {})
  return newSecretString(username)
}

/**
 * Signs a user in, and goes on with a registration at the first step whose result is missing
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
    return await enterWith(account, options, step)
  } finally {
    wipe(account.passphraseDerivedKey)
  }
}

/** @throws {CallError} `login_failed` when the passphrase or the secret string is not the right one. */
export async function checkPassphrase(options: Omit<EnterOptions, 'profile' | 'onStep'>): Promise<void> {
  const account = await deriveAccountKeys(options.secretString, options.passphrase, options.cost)
  try {
    const call = callOver(options.send)
    const token = await logInWithSrp(call, account)
    await call(keystoreOperations.sessionDelete, {}, { authorization: token })
  } finally {
    wipe(account.passphraseDerivedKey)
  }
}

/** Signs in with keys that were derived already. @throws as {@link enterAccount} */
export function enterWithKeys(account: AccountKeys, options: Pick<EnterOptions, 'send'>): Promise<PersonAccount> {
  return enterWith(account, options, () => undefined)
}

async function enterWith(
  account: AccountKeys,
  { send, profile }: Pick<EnterOptions, 'send' | 'profile'>,
  step: () => void,
): Promise<PersonAccount> {
  const anonymous = callOver(send)
  const secrets: Uint8Array[] = []
  let loginKeyPair: KeyPair | undefined
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
    const { dek, former, userId } = await readOrMakeDataEncryptionKey(vault, keystore, kek, profile)
    secrets.push(dek, ...former)
    return openPersonAccount(send, {
      vaultUserId: userId,
      tokens: { vault: vaultToken, keystore: keystoreToken },
      keys: { keyEncryptionKey: kek, dataEncryptionKey: dek, formerDataKeys: former, loginKeyPair },
    })
  } catch (error) {
    wipe(...secrets)
    if (loginKeyPair !== undefined) wipeKeyPair(loginKeyPair)
    throw error
  }
}

async function readOrMakeKeyEncryptionKey(
  keystore: Call,
  account: AccountKeys,
): Promise<{ readonly kek: KeyEncryptionKey; readonly isNew: boolean }> {
  const { passphraseDerivedKey, username } = account
  const stored = await found(keystore(keystoreOperations.keyEncryptionKeyGet, {}), 'key_encryption_key_not_found')
  if (stored !== undefined) {
    const envelope = stored.key_encryption_key.serialized_key_encryption_key
    return { kek: unwrapKeyEncryptionKey(passphraseDerivedKey, username, envelope), isNew: false }
  }
  const kek = newKeyEncryptionKey()
  await keystore(keystoreOperations.keyEncryptionKeyPost, {
    body: { serialized_key_encryption_key: wrapKeyEncryptionKey(passphraseDerivedKey, username, kek) },
  })
  return { kek, isNew: true }
}

/** The artefacts record is written before the key pair, so a stored key pair says that both steps are done. */
async function readOrMakeLoginKeyPair(keystore: Call, account: AccountKeys, kek: KeyEncryptionKey): Promise<KeyPair> {
  const stored = await found(
    keystore(keystoreOperations.keypairsExternalIdExternalIdGet, { params: { external_id: LOGIN_KEY_PAIR } }),
    'not_found',
  )
  if (stored !== undefined)
    return unwrapKeyPair(kek, stored.keypair.public_key, stored.keypair.encrypted_serialized_key)
  await keystore(keystoreOperations.passphraseDerivationArtefactPost, { body: passphraseArtefacts(account) })
  const pair = newKeyPair()
  await keystore(keystoreOperations.keypairsPost, {
    body: {
      public_key: pair.publicKey,
      encrypted_serialized_key: wrapKeyPair(kek, pair),
      external_identifiers: [LOGIN_KEY_PAIR],
    },
  })
  return pair
}

/** Logs in by public key; an account whose registration stopped before this step gets its vault user now. */
async function logInToVault(anonymous: Call, keystore: Call, pair: KeyPair): Promise<string> {
  const answer = await found(
    anonymous(vaultOperations.sessionPost, { body: { public_key: pair.publicKey } }),
    'unauthorized',
  )
  if (answer === undefined) return createVaultUser(anonymous, keystore, pair)
  return openSessionToken(pair, answer.session.encrypted_session_authentication_string)
}

async function createVaultUser(anonymous: Call, keystore: Call, pair: KeyPair): Promise<string> {
  const { external_admission_token } = await keystore(keystoreOperations.externalAdmissionTokensGet, {})
  const { encrypted_session_authentication_string } = await anonymous(vaultOperations.mePost, {
    body: { public_key: pair.publicKey, admission_token: external_admission_token.vault_api_admission_token },
  })
  return openSessionToken(pair, encrypted_session_authentication_string)
}

async function readOrMakeDataEncryptionKey(
  vault: Call,
  keystore: Call,
  kek: KeyEncryptionKey,
  profile: Profile | undefined,
): Promise<{
  readonly dek: DataEncryptionKey
  readonly former: readonly DataEncryptionKey[]
  readonly userId: string
}> {
  const { user } = await vault(vaultOperations.meGet, {})
  if (user.private_dek_external_id !== null) {
    const { data_encryption_key } = await keystore(keystoreOperations.dataEncryptionKeysIdGet, {
      params: { id: user.private_dek_external_id },
    })
    const former = await readFormerDataKeys(keystore, kek)
    const dek = unwrapDataEncryptionKey(kek, PRIVATE, data_encryption_key.serialized_data_encryption_key)
    return { dek, former: former.map(({ key }) => key), userId: user.id }
  }
  const dek = newDataEncryptionKey()
  const { data_encryption_key } = await keystore(keystoreOperations.dataEncryptionKeysPost, {
    body: { serialized_data_encryption_key: wrapDataEncryptionKey(kek, PRIVATE, dek) },
  })
  await vault(vaultOperations.mePut, {
    body: { user: { ...profile, private_dek_external_id: data_encryption_key.id } },
  })
  return { dek, former: [], userId: user.id }
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
