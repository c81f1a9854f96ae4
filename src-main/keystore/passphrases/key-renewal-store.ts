import { assigned, inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'

/** The owner of the keys: a key-store user, and the vault account if there is one. */
export interface KeyHolder {
  readonly keystoreUserId: string
  readonly vaultUserId: string | null
}

/** The keys that a user's key-encryption key protects, and the vault account's references to them. */
export interface WrappedKeys {
  readonly data_encryption_keys: readonly {
    readonly id: string
    readonly serialized_data_encryption_key: string
    readonly created_at: string
  }[]
  readonly key_pairs: readonly {
    readonly id: string
    readonly public_key: string
    readonly encrypted_serialized_key: string
  }[]
  /** The keys of other accounts that the user has taken over as a delegate. */
  readonly delegations: readonly { readonly delegation_token: string; readonly account_owner_kek: string }[]
  /** Null without a vault account, like `private_dek_external_id`. */
  readonly login_public_key: string | null
  readonly private_dek_external_id: string | null
}

type DataKeyRow = WrappedKeys['data_encryption_keys'][number]
type KeyPairRow = WrappedKeys['key_pairs'][number]
type DelegationRow = WrappedKeys['delegations'][number]
type VaultKeys = Pick<WrappedKeys, 'login_public_key' | 'private_dek_external_id'>

const NO_VAULT_ACCOUNT: VaultKeys = { login_public_key: null, private_dek_external_id: null }

export type KeyRenewalStore = ReturnType<typeof keyRenewalStore>

/** Reads and writes all wrapped keys of a user. */
export function keyRenewalStore(connection: Connection) {
  const dataKeys = connection.prepare<[string], DataKeyRow>(/* sql */ `
    SELECT id, serialized_data_encryption_key, created_at
    FROM data_encryption_keys WHERE keystore_user_id = ? ORDER BY id
  `)
  const keyPairs = connection.prepare<[string], KeyPairRow>(/* sql */ `
    SELECT id, public_key, encrypted_serialized_key FROM key_pairs WHERE keystore_user_id = ? ORDER BY id
  `)
  const delegations = connection.prepare<[string], DelegationRow>(/* sql */ `
    SELECT delegation_token, account_owner_kek FROM delegations
    WHERE delegate_id = ? AND is_connection_key = 0 ORDER BY delegation_token
  `)
  const putDelegation = connection.prepare<[DelegationRow & { keystore_user_id: string }]>(/* sql */ `
    UPDATE delegations SET account_owner_kek = @account_owner_kek
    WHERE delegation_token = @delegation_token AND delegate_id = @keystore_user_id AND is_connection_key = 0
  `)
  const vaultKeys = connection.prepare<[string], VaultKeys>(
    'SELECT login_public_key, private_dek_external_id FROM users WHERE id = ?',
  )
  const putDataKey = connection.prepare<[DataKeyRow & { keystore_user_id: string }]>(/* sql */ `
    INSERT INTO data_encryption_keys ${inserted('id, keystore_user_id, serialized_data_encryption_key, created_at')}
    ON CONFLICT (id) DO UPDATE SET serialized_data_encryption_key = excluded.serialized_data_encryption_key
      WHERE keystore_user_id = excluded.keystore_user_id
  `)
  const putKeyPair = connection.prepare<[KeyPairRow & { keystore_user_id: string }]>(/* sql */ `
    UPDATE key_pairs SET ${assigned('public_key, encrypted_serialized_key')}
    WHERE id = @id AND keystore_user_id = @keystore_user_id
  `)
  const putVaultKeys = connection.prepare<[VaultKeys & { id: string; fingerprint: string }]>(/* sql */ `
    UPDATE users SET login_public_key = @login_public_key, login_key_fingerprint = @fingerprint,
      private_dek_external_id = @private_dek_external_id
    WHERE id = @id
  `)
  const otherOwner = connection.prepare<[string, string | null]>(
    'SELECT 1 FROM users WHERE login_key_fingerprint = ? AND id IS NOT ?',
  )
  return {
    read: ({ keystoreUserId, vaultUserId }: KeyHolder): WrappedKeys => ({
      data_encryption_keys: dataKeys.all(keystoreUserId),
      key_pairs: keyPairs.all(keystoreUserId),
      delegations: delegations.all(keystoreUserId),
      ...((vaultUserId === null ? undefined : vaultKeys.get(vaultUserId)) ?? NO_VAULT_ACCOUNT),
    }),
    /**
     * Replaces every key; a missing data-encryption key is added. Deleted key pairs and delegations stay deleted.
     *
     * @param fingerprint the fingerprint of `login_public_key`
     */
    write({ keystoreUserId, vaultUserId }: KeyHolder, keys: WrappedKeys, fingerprint: string) {
      for (const key of keys.data_encryption_keys) putDataKey.run({ ...key, keystore_user_id: keystoreUserId })
      for (const pair of keys.key_pairs) putKeyPair.run({ ...pair, keystore_user_id: keystoreUserId })
      for (const one of keys.delegations) putDelegation.run({ ...one, keystore_user_id: keystoreUserId })
      if (vaultUserId === null) return
      const { login_public_key, private_dek_external_id } = keys
      putVaultKeys.run({ id: vaultUserId, fingerprint, login_public_key, private_dek_external_id })
    },
    /** Whether somebody else logs in to the vault with this key. */
    isLoginKeyOfAnother: ({ vaultUserId }: KeyHolder, fingerprint: string) =>
      otherOwner.get(fingerprint, vaultUserId) !== undefined,
  }
}
