import { inserted } from '../sqlite/columns.ts'
import type { Connection } from '../sqlite/database.ts'
import type { AdmissionTokenStore, StoredAdmissionToken } from './issued-admission-tokens.ts'
import type { FailedAttemptStore, FailureRetention } from './attempt-limiter.ts'
import type { CredentialStore, FoundSession } from './authenticate.ts'
import type { Principal } from './call.ts'

/**
 * An SQL condition: the agent is suspended, or its service's organization is. Every session look-up contains it. The
 * first EXISTS decides it in 0.4 µs instead of 3.4 if nobody is suspended.
 */
export const isSuspendedSql = (agentId: string): string => /* sql */ `
  (EXISTS (SELECT 1 FROM suspended_agents) AND EXISTS (SELECT 1 FROM suspended_agents WHERE agent_id IN (
    ${agentId},
    (SELECT o.agent_id FROM organization_services s JOIN organizations o ON o.id = s.organization_id
      WHERE s.agent_id = ${agentId})
  )))`

/** Finds credentials in SQLite by primary key. */
export function sqliteCredentialStore(connection: Connection): Omit<CredentialStore, 'noteKeyUse'> {
  const findSession = connection.prepare<[Uint8Array], FoundSession>(/* sql */ `
    SELECT id, issued_by, vault_user_id, keystore_user_id, valid_from, valid_till, client_identifier, timezone, opened_by,
      delegation_token, ended, ${isSuspendedSql('vault_user_id')} AS suspended
    FROM sessions WHERE token_hash = ?
  `)
  // One of the two accounts suffices, because after a JSON Web Token only one may be known.
  const passphrase = connection.prepare<Principal>(/* sql */ `
    SELECT 1 FROM keystore_users
    WHERE srp_verifier IS NOT NULL AND (id = @keystoreUserId OR vault_user_id = @vaultUserId)
  `)
  // Keys that this program made for itself do not count, because nobody else has them.
  const anyKey = connection.prepare('SELECT 1 FROM subscription_keys WHERE purpose IS NULL LIMIT 1')
  const findKey = connection
    .prepare<[Uint8Array], string>('SELECT id FROM subscription_keys WHERE key_hash = ?')
    .pluck()
  return {
    findSessionByTokenHash: (tokenHash) => findSession.get(tokenHash),
    hasPassphrase: ({ keystoreUserId, vaultUserId }) => passphrase.get({ keystoreUserId, vaultUserId }) !== undefined,
    hasSubscriptionKeys: () => anyKey.get() !== undefined,
    findSubscriptionKeyId: (keyHash) => findKey.get(keyHash),
  }
}

/** Stores failed attempts in SQLite, so that a restart does not forget them. */
export function sqliteFailedAttemptStore(connection: Connection): FailedAttemptStore {
  const read = connection
    .prepare<[string, number, number], number>(
      'SELECT at_ms FROM failed_attempts WHERE key = ? AND at_ms > ? AND at_ms <= ? ORDER BY at_ms',
    )
    .pluck()
  const insert = connection.prepare<[string, number]>('INSERT INTO failed_attempts (key, at_ms) VALUES (?, ?)')
  const forget = connection.prepare<FailureRetention & { readonly key: string }>(/* sql */ `
    DELETE FROM failed_attempts WHERE key = @key AND rowid NOT IN (
      SELECT rowid FROM failed_attempts WHERE key = @key AND at_ms > @afterMs AND at_ms <= @untilMs
      ORDER BY at_ms DESC LIMIT @limit
    )
  `)
  const add = connection.transaction((key: string, timesMs: readonly number[], retention: FailureRetention) => {
    for (const atMs of timesMs) insert.run(key, atMs)
    forget.run({ key, ...retention })
  })
  return {
    failuresWithin: (key, afterMs, untilMs) => read.all(key, afterMs, untilMs),
    add: (key, timesMs, retention) => {
      add.immediate(key, timesMs, retention)
    },
  }
}

/** Stores admission tokens in SQLite. */
export function sqliteAdmissionTokenStore(connection: Connection): AdmissionTokenStore {
  const columns = 'id, sealed_token, keystore_user_id, used_by, created_at'
  const insert = connection.prepare(`INSERT INTO admission_tokens ${inserted(`token_hash, ${columns}`)}`)
  // A token also counts as used while its key-store user has a vault account that a JSON Web Token created.
  const byHash = connection.prepare<[Uint8Array], StoredAdmissionToken>(/* sql */ `
    SELECT id, sealed_token, keystore_user_id, created_at,
      coalesce(used_by, (SELECT vault_user_id FROM keystore_users WHERE keystore_users.id = keystore_user_id)) AS used_by
    FROM admission_tokens WHERE token_hash = ?
  `)
  const byKeystoreUser = connection.prepare<[string], StoredAdmissionToken>(
    `SELECT ${columns} FROM admission_tokens WHERE keystore_user_id = ?`,
  )
  const use = connection.prepare<[string, string]>(
    "UPDATE admission_tokens SET used_by = ?, sealed_token = x'' WHERE id = ?",
  )
  const remove = connection.prepare<[string]>('DELETE FROM admission_tokens WHERE id = ?')
  const link = connection.prepare<[string, string]>('UPDATE keystore_users SET vault_user_id = ? WHERE id = ?')
  return {
    add: (token) => void insert.run(token),
    findByHash: (tokenHash) => byHash.get(tokenHash),
    findOfKeystoreUser: (keystoreUserId) => byKeystoreUser.get(keystoreUserId),
    remove: (id) => void remove.run(id),
    markUsed(token, vaultUserId) {
      use.run(vaultUserId, token.id)
      if (token.keystore_user_id !== null) link.run(vaultUserId, token.keystore_user_id)
    },
  }
}
