import { inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'

/** The purpose of a key that only this program uses. */
export type OwnPurpose = 'window' | 'verifier' | 'scenarios'

/** A stored subscription key, as a hash. */
export interface StoredSubscriptionKey {
  readonly id: string
  readonly name: string
  /** SHA-256. */
  readonly key_hash: Uint8Array
  readonly created_at: string
  /** Accurate to a minute; null if it was never used. */
  readonly last_used_at: string | null
  /** Null for a key of another program. */
  readonly purpose: OwnPurpose | null
  /** The key itself, sealed under the local key; null for a key of another program. */
  readonly sealed_key: Uint8Array | null
}

export type SubscriptionKeyStore = ReturnType<typeof subscriptionKeyStore>

const COLUMNS = 'id, name, key_hash, created_at, last_used_at, purpose, sealed_key'

/** Subscription keys on SQLite. */
export function subscriptionKeyStore(connection: Connection) {
  const list = connection.prepare<[], StoredSubscriptionKey & { definitions: number }>(/* sql */ `
    SELECT ${COLUMNS}, (SELECT count(*) FROM presentation_definitions WHERE created_by_key = subscription_keys.id) AS definitions
    FROM subscription_keys ORDER BY created_at, id
  `)
  const find = connection.prepare<[string], StoredSubscriptionKey>(
    `SELECT ${COLUMNS} FROM subscription_keys WHERE id = ?`,
  )
  const findOwn = connection.prepare<[string], StoredSubscriptionKey>(
    `SELECT ${COLUMNS} FROM subscription_keys WHERE purpose = ?`,
  )
  const insert = connection.prepare<StoredSubscriptionKey>(`INSERT INTO subscription_keys ${inserted(COLUMNS)}`)
  const remove = connection.prepare<[string]>('DELETE FROM subscription_keys WHERE id = ?')
  const noteUse = connection.prepare<[string, string]>('UPDATE subscription_keys SET last_used_at = ? WHERE id = ?')
  return {
    /** Oldest first, each with the number of definitions made with it. */
    list: () => list.all(),
    find: (id: string) => find.get(id),
    findOwn: (purpose: OwnPurpose) => findOwn.get(purpose),
    add: (key: StoredSubscriptionKey) => void insert.run(key),
    remove: (id: string) => void remove.run(id),
    noteUse: (id: string, at: string) => void noteUse.run(at, id),
  }
}
