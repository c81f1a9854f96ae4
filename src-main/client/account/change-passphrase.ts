import type { Call, Send } from '../../../shared/contract/caller.ts'
import { callOver } from '../../../shared/contract/caller.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { keystoreOperations } from '../../../shared/contract/index.ts'
import { unwrapAccountKey, wrapAccountKey } from '../../crypto/account-keys.ts'
import { newKeyEncryptionKey, wipe } from '../../crypto/keys.ts'
import type { PassphraseHash } from '../../crypto/keys.ts'
import type { PassphraseCost } from '../../crypto/passphrase.ts'
import type { AccountKeys } from '../../crypto/secret-string.ts'
import { deriveAccountKeys, wipeAccountKeys } from '../../crypto/secret-string.ts'
import { createSrpVerifier } from '../../crypto/srp-client.ts'
import type { PersonAccount } from './account.ts'
import { callWith } from './call-with.ts'
import { enterWithKeys, keepArtefacts } from './enter-account.ts'
import { makeNewKeys, makeNewLoginKeyPair } from './new-keys.ts'
import { identityOf, logInWithSrp, provePassphrase } from './srp-login.ts'

export interface PassphraseOptions {
  readonly send: Send
  readonly secretString: string
  /** A hash is used up. */
  readonly passphrase: string | PassphraseHash
  /** The cost of hashing. Only tests pass another one than the secret string promises. */
  readonly cost?: PassphraseCost
}

export interface ChangePassphraseOptions extends PassphraseOptions {
  readonly newPassphrase: string
  /** The ids of login keys that stay valid; all others end. */
  readonly keepLoginKeys: readonly string[]
  /**
   * Replaces every key that only the user has; `resealUnderNewKey` then seals again what the former data key sealed.
   */
  readonly newKeys?: boolean
}

/**
 * Changes the passphrase of an account; its secret string stays, and so do all keys unless `newKeys` is set, except the
 * login key pair of a published account. Every session ends. The new passphrase logs in immediately, which proves that
 * it works and makes the change final. An interrupted change leaves an account that the old passphrase can restore,
 * with its keys.
 *
 * @returns the account, signed in with the new passphrase
 * @throws {CallError} `login_failed` for a wrong old passphrase; `too_many_requests`, `invalid_params`, also when a key
 *   was stored while new ones were made
 * @throws {ServiceError} `value_cannot_be_opened` for a key that cannot be replaced
 * @throws {CryptoError} `secret_string_invalid`, `cannot_open`
 */
export async function changePassphrase(options: ChangePassphraseOptions): Promise<PersonAccount> {
  const { send, secretString, cost } = options
  const former = await deriveAccountKeys(secretString, options.passphrase, cost)
  try {
    if (options.newKeys === true) refuseNewKeys(former)
    const renewed = await deriveAccountKeys(secretString, options.newPassphrase, cost)
    try {
      await replace(options, former, renewed)
      const account = await enterWithKeys(renewed, { send })
      await keepArtefacts(account.call, renewed)
      return account
    } finally {
      wipeAccountKeys(renewed)
    }
  } finally {
    wipeAccountKeys(former)
  }
}

/** Published clients know only one key for values, and could not read values under the former one. */
function refuseNewKeys({ format }: AccountKeys): void {
  if (format === 'pdv1') return
  throw new ServiceError(
    'value_cannot_be_opened',
    'The keys of an account in the published format stay: published clients could not read what is under former ones.',
  )
}

/** It uses a session of its own, so nobody needs to be signed in here. */
async function replace(
  { send, keepLoginKeys, newKeys = false }: ChangePassphraseOptions,
  former: AccountKeys,
  renewed: AccountKeys,
): Promise<void> {
  const anonymous = callOver(send)
  const keystore = callWith(send, await logInWithSrp(anonymous, former))
  try {
    const keys = await wrappedKeys(keystore, { former, renewed, newKeys })
    await keystore(keystoreOperations.srpUsersPut, {
      body: {
        ...(await provePassphrase(anonymous, former, 'change_passphrase')),
        ...createSrpVerifier(identityOf(renewed)),
        ...keys,
        keep_login_keys: [...keepLoginKeys],
      },
    })
  } finally {
    await keystore(keystoreOperations.sessionDelete, {})
  }
}

interface WrappingOrder {
  readonly former: AccountKeys
  readonly renewed: AccountKeys
  readonly newKeys: boolean
}

/**
 * The key-encryption key under the new passphrase; a new one together with everything under it. Published accounts keep
 * their keys, but for the pair they log in to the vault with.
 */
async function wrappedKeys(keystore: Call, { former, renewed, newKeys }: WrappingOrder) {
  const { key_encryption_key } = await keystore(keystoreOperations.keyEncryptionKeyGet, {})
  const envelope = key_encryption_key.serialized_key_encryption_key
  const kek = unwrapAccountKey(former, envelope)
  const used = newKeys ? newKeyEncryptionKey() : kek
  try {
    return {
      serialized_key_encryption_key: wrapAccountKey(renewed, used),
      ...(newKeys && { new_keys: await makeNewKeys(keystore, { former: kek, renewed: used }) }),
      ...(renewed.format === 'published' && {
        new_login_key_pair: await makeNewLoginKeyPair(keystore, { keyEncryptionKey: kek, format: renewed.format }),
      }),
    }
  } finally {
    wipe(kek, used)
  }
}

export interface LoginKeyOrder {
  readonly label: string
  /** ISO time; null: the key does not expire. */
  readonly expireAt: string | null
}

/**
 * Makes a login key for another program, with a fresh proof of the passphrase.
 *
 * @returns the key, which the service answers this once
 * @throws {CallError} `login_failed`, `too_many_requests`, `invalid_params`
 */
export async function makeLoginKey(
  account: PersonAccount,
  { label, expireAt }: LoginKeyOrder,
  { send, secretString, passphrase, cost }: PassphraseOptions,
): Promise<string> {
  const keys = await deriveAccountKeys(secretString, passphrase, cost)
  const proof = await provePassphrase(callOver(send), keys, 'login_key').finally(() => {
    wipeAccountKeys(keys)
  })
  const body = { ...proof, label, expire_at: expireAt }
  const { login_key } = await account.call(keystoreOperations.loginKeysPost, { body })
  return login_key
}
