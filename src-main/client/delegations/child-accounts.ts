import { CallError, callOver } from '../../../shared/contract/caller.ts'
import type { Send } from '../../../shared/contract/caller.ts'
import type { Connection } from '../../../shared/contract/connections.ts'
import { keystoreOperations, vaultOperations } from '../../../shared/contract/index.ts'
import type { DataKeys } from '../../crypto/data-keys.ts'
import { wrapKeyOfAccountOwner } from '../../crypto/delegated-key.ts'
import { wrapAccountKey, wrapPrivateKey } from '../../crypto/account-keys.ts'
import type { ConnectionKeyPair } from '../../crypto/connection-key-pair.ts'
import { newConnectionKeyPair, wipeConnectionKeyPair, wrapConnectionKeyPair } from '../../crypto/connection-key-pair.ts'
import { newDataEncryptionKey, newKeyEncryptionKey, wipe } from '../../crypto/keys.ts'
import type { PassphraseCost } from '../../crypto/passphrase.ts'
import { deriveAccountKeys, wipeAccountKeys } from '../../crypto/secret-string.ts'
import { createSrpVerifier } from '../../crypto/srp-client.ts'
import type { Account, PersonAccount } from '../account/account.ts'
import { enterWithKeys, keepArtefacts } from '../account/enter-account.ts'
import { identityOf } from '../account/srp-login.ts'
import type { Client, PersonClient } from '../client.ts'
import { sealPrivateName } from '../items/private-text.ts'
import type { StoredKeyPair } from '../people/connection-keys.ts'
import type { DelegateAccount } from './delegate-account.ts'
import { sendFor } from './delegate-account.ts'
import { readConnection, tokenOf } from './delegation-keys.ts'

/** The name that published clients give to the child's key pair for the connection with its parent. */
const PARENT_CONNECTION = 'parent_connection'

/** Caches which of the accounts that a client represents have that pair; this never changes. */
const parentPairs = new WeakMap<Account, Map<string, boolean>>()

/**
 * Whether the client's user is a parent of the connection's other user. The connection shows this to the parent who
 * made the child; other parents find the pair among the child's keys.
 *
 * @param active whether the delegation is signed and the key was handed over
 */
export async function isOwnChild(
  { account }: Client,
  { own, the_other_user: other }: Connection,
  active: boolean,
): Promise<boolean> {
  if (own.connection_type !== 'delegate' || own.delegation_role !== 'owner') return false
  if (other.user_keypair_external_id === PARENT_CONNECTION) return true
  if (!active) return false
  const known = parentPairs.get(account) ?? new Map<string, boolean>()
  parentPairs.set(account, known)
  const child = known.get(other.user_id) ?? (await hasParentPair(account, other.user_id))
  known.set(other.user_id, child)
  return child
}

async function hasParentPair(account: Account, accountOwnerId: string): Promise<boolean> {
  try {
    const params = { external_id: PARENT_CONNECTION }
    await callOver(sendFor(account, accountOwnerId))(keystoreOperations.keypairsExternalIdExternalIdGet, { params })
    return true
  } catch (error) {
    if (error instanceof CallError && error.code === 'not_found') return false
    throw error
  }
}

/**
 * Makes a child user with keys of its own (docs/contract/client-crypto.md, Delegation). A failure undoes everything; if
 * the service cannot be reached for that, it deletes the remains within a day.
 *
 * @param name the child's name, for itself and for its parent
 * @returns the parent's side of the connection
 */
export async function createChild(client: PersonClient, name: string): Promise<Connection> {
  const { account } = client
  const { format = 'pdv1' } = account.keys()
  const ofParent = await client.keys.create(format)
  let childId: string | undefined
  const pair = await newConnectionKeyPair(format)
  try {
    const { user, connection_from_parent_to_child: connection } = await account.call(vaultOperations.childUsersPost, {
      body: {
        parent_public_key_for_connection: { pem: ofParent.publicKey, external_id: ofParent.id },
        child_public_key_for_connection: { pem: pair.publicKey, external_id: PARENT_CONNECTION },
      },
    })
    childId = user.id
    await storeKeys(client, connection, pair)
    await nameChild(client, connection, name)
    return await readConnection(client, connection.own.id)
  } catch (error) {
    await undo(client, ofParent, childId).catch(() => undefined) // the first fault is reported
    throw error
  } finally {
    wipeConnectionKeyPair(pair)
  }
}

async function storeKeys({ account }: PersonClient, connection: Connection, pair: ConnectionKeyPair): Promise<void> {
  const token = tokenOf(connection)
  const keys = account.keys()
  const { format = 'pdv1' } = keys
  const [kek, dek] = [newKeyEncryptionKey(), newDataEncryptionKey()]
  try {
    await account.call(keystoreOperations.childUsersPost, {
      body: {
        delegation_token: token,
        vault_child_id: connection.the_other_user.user_id,
        child_kek: wrapKeyOfAccountOwner(keys, token, kek),
        child_dek: wrapPrivateKey(kek, format, dek),
        child_keypair_for_connection: {
          encrypted_private_key: wrapConnectionKeyPair({ keyEncryptionKey: kek, format }, pair),
          public_key: pair.publicKey,
          external_id: PARENT_CONNECTION,
        },
      },
    })
    await nameParent(account, connection, { dataEncryptionKey: dek, format })
  } finally {
    wipe(kek, dek)
  }
}

/** Stores the parent's name for the child, who sees it after growing up. */
async function nameParent(
  account: PersonAccount,
  { the_other_user: child }: Connection,
  ofChild: DataKeys,
): Promise<void> {
  const { full_name: name } = (await account.call(vaultOperations.meGet, {})).user
  if (name === null) return
  const encrypted_recipient_name = sealPrivateName(ofChild, child.user_public_key, name)
  await callOver(sendFor(account, child.user_id))(vaultOperations.connectionsIdPut, {
    params: { id: child.id },
    body: { connection: { encrypted_recipient_name } },
  })
}

async function nameChild({ account }: PersonClient, { own, the_other_user: child }: Connection, name: string) {
  await callOver(sendFor(account, child.user_id))(vaultOperations.mePut, { body: { user: { full_name: name } } })
  const encrypted_recipient_name = sealPrivateName(account.keys(), own.user_public_key, name)
  await account.call(vaultOperations.connectionsIdPut, {
    params: { id: own.id },
    body: { connection: { encrypted_recipient_name } },
  })
}

async function undo(client: PersonClient, pair: StoredKeyPair, childId: string | undefined): Promise<void> {
  if (childId !== undefined) await callOver(sendFor(client.account, childId))(vaultOperations.meDelete, {})
  await client.keys.discard(pair)
}

/**
 * Deletes a child user on behalf of a parent.
 *
 * @param connectionId the parent's side
 * @throws {CallError} `not_found`, `delegation_not_permitted`; `session_not_sufficient` for a user who is not a child
 */
export async function deleteChild(client: PersonClient, connectionId: string): Promise<void> {
  const { the_other_user: child } = await readConnection(client, connectionId)
  await callOver(sendFor(client.account, child.user_id))(vaultOperations.meDelete, {})
}

export interface GrowUpOptions {
  /** Calls the service without a token, for the child's login. */
  readonly send: Send
  /** The secret string of a username that was just reserved, see `reserveSecretString`. */
  readonly secretString: string
  readonly passphrase: string
  /** The hashing cost, if not that of the secret string. Only tests set it. */
  readonly cost?: PassphraseCost
}

/**
 * Gives a child its own login: its keys stay, wrapped under a passphrase. Its parents remain delegates until the child
 * ends the delegation, and know its keys until it makes new ones.
 *
 * @param child the account of the child, opened by a parent
 * @returns the child's own account, signed in
 * @throws {CallError} `wrong_status` for a user who can log in, `delegation_not_permitted`, `username_not_issued`
 */
export async function growUp(child: DelegateAccount, options: GrowUpOptions): Promise<PersonAccount> {
  const keys = await deriveAccountKeys(options.secretString, options.passphrase, options.cost)
  const pair = await newConnectionKeyPair(keys.format)
  try {
    const { keyEncryptionKey: kek } = child.keys()
    await child.call(keystoreOperations.srpUsersPost, {
      body: {
        username: keys.username,
        ...createSrpVerifier(identityOf(keys)),
        serialized_key_encryption_key: wrapAccountKey(keys, kek),
        login_key_pair: {
          public_key: pair.publicKey,
          encrypted_serialized_key: wrapConnectionKeyPair({ keyEncryptionKey: kek, format: keys.format }, pair),
        },
      },
    })
    const account = await enterWithKeys(keys, { send: options.send })
    await keepArtefacts(account.call, keys)
    return account
  } finally {
    wipeAccountKeys(keys)
    wipeConnectionKeyPair(pair)
  }
}
