import type { Send } from '../../../shared/contract/caller.ts'
import { callOver } from '../../../shared/contract/caller.ts'
import type { Connection } from '../../../shared/contract/connections.ts'
import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { keystoreOperations, vaultOperations } from '../../../shared/contract/index.ts'
import { unwrapPrivateKey } from '../../crypto/account-keys.ts'
import type { KeyEncryptionKey } from '../../crypto/keys.ts'
import { wipe } from '../../crypto/keys.ts'
import type { PassphraseCost } from '../../crypto/passphrase.ts'
import type { Account, KeyStoreKeys } from '../account/account.ts'
import { openAccount } from '../account/account.ts'
import { readFormerDataKeys } from '../account/new-keys.ts'
import type { Client } from '../client.ts'
import { clientOver } from '../client.ts'
import { createConnectionKeys } from '../people/connection-keys.ts'
import { readableKeyFingerprint } from '../account/key-fingerprint.ts'
import { openDelegatedKey, readDelegation, tokenOf } from './delegation-keys.ts'

/** The account of another user, as opened by a delegate. */
export type DelegateAccount = Account<KeyStoreKeys>

/** An account for which a delegate acts. */
export interface OpenedDelegation {
  readonly account: DelegateAccount
  readonly role: DelegationRole
  /** The name of the account owner. */
  readonly name: string
}

const HEADER = 'service-delegation-id'

/**
 * Opens the account of a connection's account owner: the owner's key comes from the delegation, and the other keys from
 * the owner's key store. All are wiped with the delegate's keys, or when a call is refused because the delegation
 * ended.
 *
 * @throws {ServiceError} `wrong_status` while the key was not handed over; `value_cannot_be_opened` for an owner
 *   without a private key of ours
 * @throws {CallError} `not_found`, `delegation_not_permitted`; CryptoError
 */
export async function openDelegateAccount(client: Client, connection: Connection): Promise<OpenedDelegation> {
  const { the_other_user: owner } = connection
  const delegation = await readDelegation(client, tokenOf(connection))
  const key = await openDelegatedKey(client, connection, delegation)
  const send = sendFor(client.account, owner.user_id)
  try {
    const { name, keys } = await readKeys(send, key)
    const account = openAccount<KeyStoreKeys>({
      vaultUserId: owner.user_id,
      keyFingerprint: readableKeyFingerprint(owner.user_public_key),
      // The calls use the delegate's session, so there is none to end.
      way: {
        send: endingWith(send, () => {
          account.wipe()
        }),
        end: () => Promise.resolve(),
      },
      keys,
      wipeKeys({ keyEncryptionKey, dataEncryptionKey, formerDataKeys = [] }) {
        wipe(keyEncryptionKey, dataEncryptionKey, ...formerDataKeys)
      },
    })
    client.account.whenWiped(() => {
      account.wipe()
    })
    return { account, role: delegation.delegation_role, name }
  } catch (error) {
    wipe(key)
    throw error
  }
}

/** Makes a client for an account owner. It invites, shares and reads like that of a person. */
export function createDelegateClient(account: DelegateAccount, cost?: PassphraseCost): Client {
  return clientOver(account, createConnectionKeys(account), cost)
}

/** Sends the delegate's calls on behalf of the account owner. */
export function sendFor({ send }: Pick<Account, 'send'>, accountOwnerId: string): Send {
  return (request) => send({ ...request, headers: { ...request.headers, [HEADER]: accountOwnerId } })
}

/** Calls `onEnd` when the delegation has ended, but not when the role does not suffice for a call. */
function endingWith(send: Send, onEnd: () => void): Send {
  return async (request) => {
    const reply = await send(request)
    const refusal = reply.ok ? undefined : reply.body.errors[0]
    if (refusal?.error === 'delegation_not_permitted' && refusal.extra_info['parameter'] !== undefined) onEnd()
    return reply
  }
}

async function readKeys(
  send: Send,
  key: KeyEncryptionKey,
): Promise<{ readonly name: string; readonly keys: KeyStoreKeys }> {
  const call = callOver(send)
  const { user } = await call(vaultOperations.meGet, {})
  if (user.private_dek_external_id === null) {
    throw new ServiceError('value_cannot_be_opened', 'This account does not have a key for its values yet.')
  }
  const params = { id: user.private_dek_external_id }
  const { data_encryption_key: stored } = await call(keystoreOperations.dataEncryptionKeysIdGet, { params })
  const own = unwrapPrivateKey(key, stored.serialized_data_encryption_key)
  const former = await readFormerDataKeys(call, key)
  return {
    name: user.full_name ?? '',
    keys: { keyEncryptionKey: key, ...own, formerDataKeys: former.map((one) => one.key) },
  }
}
