import type { Connection } from '../../../shared/contract/connections.ts'
import type { Delegation } from '../../../shared/contract/delegations.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { keystoreOperations, vaultOperations } from '../../../shared/contract/index.ts'
import {
  openKeyOfAccountOwner,
  sealKeyToDelegate,
  unwrapKeyOfAccountOwner,
  wrapKeyOfAccountOwner,
} from '../../crypto/delegated-key.ts'
import type { KeyPairOwner } from '../../crypto/connection-key-pair.ts'
import { signDelegationToken } from '../../crypto/delegation-signature.ts'
import type { KeyEncryptionKey } from '../../crypto/keys.ts'
import { wipe } from '../../crypto/keys.ts'
import type { KeyStoreKeys, UnlockedKeys } from '../account/account.ts'
import type { Client } from '../client.ts'

/**
 * Hands an account owner's key to a delegate (docs/contract/client-crypto.md, Delegation): the delegate signs, the
 * owner seals the key to the connection's key, and the delegate wraps it under a key of their own.
 */

/**
 * Signs for a delegation with the key of its connection.
 *
 * @throws {CallError} `delegation_expired`, `delegation_already_claimed`, `delegation_token_unknown`
 */
export async function claimDelegation(client: Client, connection: Connection): Promise<void> {
  const token = tokenOf(connection)
  const pair = await client.keys.open(keyPairOf(connection))
  await client.account.call(keystoreOperations.delegationsDelegationTokenClaimPost, {
    params: { delegation_token: token },
    body: { delegate_signature: signDelegationToken(pair, token) },
  })
}

/**
 * Hands the account owner's key over to the delegate of a connection, sealed in the format of the delegate's connection
 * key.
 *
 * @param connectionId the account owner's side
 * @throws {CallError} `not_found`, `delegate_public_key_mismatch`; {@link ServiceError} `forbidden` without a key store
 */
export async function handOverOwnKey(client: Client, connectionId: string): Promise<void> {
  const { account } = client
  const connection = await readConnection(client, connectionId)
  const token = tokenOf(connection)
  const { user_public_key: publicKey } = connection.the_other_user
  const encrypted_kek = sealKeyToDelegate(
    publicKey,
    { token, accountOwnerId: account.vaultUserId },
    ownKeys(client).keyEncryptionKey,
  )
  await account.call(keystoreOperations.delegationsDelegationTokenSharePut, {
    params: { delegation_token: token },
    body: { encrypted_kek, delegate_public_key: publicKey },
  })
}

/**
 * Takes a step of a delegation, and completes the client task that requests it.
 *
 * @param connectionId the side of the client's user
 * @throws as {@link claimDelegation}, {@link handOverOwnKey} and {@link takeKeyOver}
 */
export async function takeStep(
  client: Client,
  connectionId: string,
  step: 'claim' | 'share' | 'reencrypt',
): Promise<void> {
  if (step === 'claim') return claimDelegation(client, await readConnection(client, connectionId))
  if (step === 'reencrypt') return takeKeyOver(client, connectionId) // the service completes that task itself
  await handOverOwnKey(client, connectionId)
  const { call } = client.account
  const query = { state: ['todo' as const, 'in_progress' as const, 'failed' as const] }
  const { client_tasks: open } = await call(vaultOperations.clientTaskQueueGet, { query })
  const tasks = open.filter(
    ({ work_type, target_id }) => work_type === 'setup_key_delegation' && target_id === connectionId,
  )
  const done = tasks.map(({ id }) => ({ id, state: 'done' as const }))
  if (done.length > 0) await call(vaultOperations.clientTaskQueuePut, { body: { client_tasks: done } })
}

/**
 * Wraps the account owner's key under that of the delegate, unless this was done before.
 *
 * @param connectionId the delegate's side
 * @throws {CallError} `not_found`, `forbidden` while the delegation is not verified; CryptoError
 */
export async function takeKeyOver(client: Client, connectionId: string): Promise<void> {
  const connection = await readConnection(client, connectionId)
  const delegation = await readDelegation(client, tokenOf(connection))
  if (delegation.account_owner_kek_encrypted_with_connection_keypair === false) return
  const key = await openDelegatedKey(client, connection, delegation)
  try {
    const token = delegation.delegation_token
    await client.account.call(keystoreOperations.delegationsDelegationTokenReencryptPut, {
      params: { delegation_token: token },
      body: { encrypted_kek: wrapKeyOfAccountOwner(ownKeys(client), token, key) },
    })
  } finally {
    wipe(key)
  }
}

/**
 * Opens the key of the account owner, whether or not the delegate has wrapped it again. The caller wipes it.
 *
 * @throws {ServiceError} `wrong_status` before the key is handed over or the delegation verified; CryptoError
 */
export async function openDelegatedKey(
  client: Client,
  connection: Connection,
  delegation: Delegation,
): Promise<KeyEncryptionKey> {
  const { delegation_token: token, account_owner_kek: envelope, verified } = delegation
  if (envelope === null || !verified) {
    throw new ServiceError('wrong_status', 'The key of this account was not handed over yet.')
  }
  if (delegation.account_owner_kek_encrypted_with_connection_keypair === false) {
    return unwrapKeyOfAccountOwner(ownKeys(client).keyEncryptionKey, token, envelope)
  }
  const pair = await client.keys.open(keyPairOf(connection))
  return openKeyOfAccountOwner(pair, { token, accountOwnerId: connection.the_other_user.user_id }, envelope)
}

export async function readDelegation({ account }: Client, token: string): Promise<Delegation> {
  const params = { delegation_token: token }
  return (await account.call(keystoreOperations.delegationsDelegationTokenGet, { params })).delegation
}

export async function readConnection({ account }: Client, id: string): Promise<Connection> {
  return (await account.call(vaultOperations.connectionsIdGet, { params: { id } })).connection
}

/** @throws {ServiceError} `not_found` for a connection without a delegation */
export function tokenOf({ own }: Connection): string {
  if (own.delegation_token !== null) return own.delegation_token
  throw new ServiceError('not_found', 'This connection has no delegation.')
}

function keyPairOf({ own }: Connection): string {
  if (own.user_keypair_external_id !== null) return own.user_keypair_external_id
  throw new ServiceError('value_cannot_be_opened', 'This connection does not say which key pair is its own.')
}

/** @throws {ServiceError} `forbidden` for an organization or service, whose keys belong to its members */
function ownKeys({ account }: Client): KeyPairOwner {
  const { keyEncryptionKey, format }: UnlockedKeys & Partial<KeyStoreKeys> = account.keys()
  if (keyEncryptionKey !== undefined) return { keyEncryptionKey, ...(format !== undefined && { format }) }
  throw new ServiceError('forbidden', 'An organization or service has no key of its own to hand over.')
}
