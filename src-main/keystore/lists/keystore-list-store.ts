import type { ListedSession } from '../../../shared/contract/keystore-lists.ts'
import type { Principal } from '../../service/call.ts'
import type { StoredKeyPair } from '../key-pairs/key-pair-store.ts'
import type { StoredLoginKey } from '../sessions/login-key-store.ts'
import type { Connection } from '../../sqlite/database.ts'

/** A key pair without its private key. */
export type PublicKeyPair = Pick<StoredKeyPair, 'id' | 'public_key' | 'metadata' | 'external_identifiers'>

/** A session in the list of its user. */
type OwnSession = Omit<ListedSession, 'current'>

type KeyPairRow = Omit<PublicKeyPair, 'metadata' | 'external_identifiers'> & {
  readonly metadata: string
  readonly external_identifiers: string
}

const RUNNING_AND_OWN =
  '(vault_user_id = @vaultUserId OR keystore_user_id = @keystoreUserId) AND valid_till > @now AND ended = 0'

export type KeystoreListStore = ReturnType<typeof keystoreListStore>

/** Lists of a user's own keys and sessions. Ids ascend with time, so they order entries by creation. */
export function keystoreListStore(connection: Connection) {
  const sessions = connection.prepare<Principal & { now: string }, OwnSession>(/* sql */ `
    SELECT id, issued_by, valid_from, valid_till, client_identifier, timezone,
      (SELECT g.vault_user_id FROM delegations d JOIN keystore_users g ON g.id = d.delegate_id
        WHERE d.delegation_token = sessions.delegation_token AND d.account_owner_id = sessions.keystore_user_id)
        AS made_by_user_id
    FROM sessions WHERE ${RUNNING_AND_OWN} ORDER BY valid_from DESC, id DESC
  `)
  const deleteSession = connection.prepare<Principal & { now: string; id: string }>(
    `DELETE FROM sessions WHERE id = @id AND ${RUNNING_AND_OWN}`,
  )
  const keyPairs = connection.prepare<[string], KeyPairRow>(/* sql */ `
    SELECT id, public_key, metadata,
      (SELECT json_group_array(external_identifier ORDER BY ordinal) FROM key_pair_identifiers WHERE key_pair_id = key_pairs.id)
        AS external_identifiers
    FROM key_pairs WHERE keystore_user_id = ? ORDER BY id
  `)
  const loginKeys = connection.prepare<[string], StoredLoginKey>(/* sql */ `
    SELECT id, keystore_user_id, label, created_at, expire_at
    FROM login_keys WHERE keystore_user_id = ? ORDER BY created_at DESC, id DESC
  `)
  const deleteLoginKey = connection.prepare<[string, string]>(
    'DELETE FROM login_keys WHERE id = ? AND keystore_user_id = ?',
  )

  return {
    /** Sessions of the principal that are valid beyond `now`, newest first. */
    findSessions: (principal: Principal, now: string): readonly OwnSession[] => sessions.all({ ...principal, now }),
    /** Ends a session that `findSessions` would list; false if there is no such session. */
    deleteSession: (principal: Principal, id: string, now: string) =>
      deleteSession.run({ ...principal, id, now }).changes > 0,
    /** Oldest first. */
    findKeyPairs: (keystoreUserId: string): readonly PublicKeyPair[] => keyPairs.all(keystoreUserId).map(readRow),
    /** Newest first. */
    findLoginKeys: (keystoreUserId: string): readonly StoredLoginKey[] => loginKeys.all(keystoreUserId),
    /** False if the user has no such login key. */
    deleteLoginKey: (keystoreUserId: string, id: string) => deleteLoginKey.run(id, keystoreUserId).changes > 0,
  }
}

function readRow({ metadata, external_identifiers, ...row }: KeyPairRow): PublicKeyPair {
  return {
    ...row,
    // The column has JSON that the key pair store wrote.
    metadata: JSON.parse(metadata) as PublicKeyPair['metadata'],
    external_identifiers: JSON.parse(external_identifiers) as readonly string[],
  }
}
