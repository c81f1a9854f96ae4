import { LOGIN_KEY_PAIR } from '../../../shared/contract/key-pairs.ts'
import { samePublicKey } from '../../../shared/contract/public-key-text.ts'
import { publicKeyFingerprint } from '../../crypto/session-token-seal.ts'
import type { Connection } from '../../sqlite/database.ts'
import type { StoredKeyPair } from './key-pair-store.ts'

export type KeyPairUses = ReturnType<typeof keyPairUses>

/** Finds the uses of key pairs in the vault (docs/contract/keystore.md, Key pairs). */
export function keyPairUses(connection: Connection) {
  addSamePublicKey(connection)
  // One row for each use, with the identifier under which it finds the pair; null for a use by id or public key.
  const uses = connection
    .prepare<[Readonly<Record<string, string | number>>], string | null>(/* sql */ `
      WITH owner AS (
        SELECT users.id, login_key_fingerprint FROM keystore_users JOIN users ON users.id = vault_user_id
        WHERE keystore_users.id = @keystoreUserId
      ), names AS (SELECT external_identifier AS name FROM key_pair_identifiers WHERE key_pair_id = @id)
      SELECT @loginName FROM owner
        WHERE login_key_fingerprint IS NOT NULL AND (login_key_fingerprint = @fingerprint OR @loginName IN names)
      UNION ALL SELECT user_keypair_external_id FROM connections JOIN owner ON user_id = owner.id
        WHERE lower(user_keypair_external_id) = @id OR user_keypair_external_id IN names
          OR same_public_key(user_public_key, @publicKey)
      UNION ALL SELECT keypair_external_id FROM invitations JOIN owner ON user_id = owner.id
        WHERE state IN ('new', 'accepted')
          AND (lower(keypair_external_id) = @id OR keypair_external_id IN names
            OR same_public_key(user_public_key, @publicKey))
      UNION ALL SELECT recipient_keypair_external_id FROM invitations JOIN owner ON invited_user_id = owner.id
        WHERE state = 'accepted' AND (lower(recipient_keypair_external_id) = @id
          OR recipient_keypair_external_id IN names OR same_public_key(recipient_public_key, @publicKey))
      UNION ALL SELECT 'organization:' || one.id FROM organizations AS one JOIN owner
        WHERE (status = 'requested' AND requestor_id = owner.id
          OR EXISTS (SELECT 1 FROM organization_members WHERE organization_id = one.id AND user_id = owner.id))
          AND same_public_key(public_key, @publicKey)
      UNION ALL SELECT 'service:' || one.id FROM organization_services AS one JOIN owner
        WHERE status <> 'rejected'
          AND EXISTS (SELECT 1 FROM organization_members
            WHERE organization_id = one.organization_id AND user_id = owner.id)
          AND same_public_key(public_key, @publicKey)
    `)
    .pluck()

  return {
    isNeeded: (pair: StoredKeyPair) => usesOf(pair).length > 0,
    /** The external identifiers that something uses to find the pair. */
    neededNames(pair: StoredKeyPair): readonly string[] {
      const found = new Set(usesOf(pair))
      return pair.external_identifiers.filter((name) => found.has(name))
    },
  }

  function usesOf({ id, keystore_user_id, public_key }: StoredKeyPair) {
    const pair = { id, keystoreUserId: keystore_user_id, publicKey: public_key }
    return uses.all({ ...pair, fingerprint: publicKeyFingerprint(public_key), loginName: LOGIN_KEY_PAIR })
  }
}

/** Adds the SQL function `same_public_key(one, other)`, which ignores line ends, because they differ by client. */
function addSamePublicKey(connection: Connection): void {
  connection.function('same_public_key', { deterministic: true }, (one, other) =>
    typeof one === 'string' && samePublicKey(one, String(other)) ? 1 : 0,
  )
}
