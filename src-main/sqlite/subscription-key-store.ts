import type {
  StoredSubscriptionKey,
  SubscriptionKeyStore,
} from '../exchange/subscription-keys/subscription-key-store.ts'
import type { AccessKeyStore } from '../workbench/workbench-user-store.ts'
import type { Connection } from './database.ts'

/** Subscription keys as hashes, on SQLite. */
export function sqliteAccessKeyStore(connection: Connection): AccessKeyStore {
  const forget = connection.prepare<{ name: string; key_hash: Uint8Array }>(
    'DELETE FROM subscription_keys WHERE name = @name OR key_hash = @key_hash',
  )
  const insert = connection.prepare(
    'INSERT INTO subscription_keys (key_hash, id, name, created_at) VALUES (@key_hash, @id, @name, @created_at)',
  )
  const replace = connection.transaction((key: Parameters<AccessKeyStore['saveSubscriptionKey']>[0]) => {
    forget.run({ name: key.name, key_hash: key.key_hash })
    insert.run(key)
  })
  return {
    saveSubscriptionKey: (key) => {
      replace.immediate(key)
    },
  }
}

const COLUMNS = 'id, name, key_hash, created_at, last_used_at, purpose, sealed_key'

/** Subscription keys with what is known of them, on SQLite. */
export function sqliteSubscriptionKeyStore(connection: Connection): SubscriptionKeyStore {
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
  const insert = connection.prepare<StoredSubscriptionKey>(/* sql */ `
    INSERT INTO subscription_keys (${COLUMNS})
    VALUES (@id, @name, @key_hash, @created_at, @last_used_at, @purpose, @sealed_key)
  `)
  const remove = connection.prepare<[string]>('DELETE FROM subscription_keys WHERE id = ?')
  const noteUse = connection.prepare<[string, string]>('UPDATE subscription_keys SET last_used_at = ? WHERE id = ?')
  return {
    list: () => list.all(),
    find: (id) => find.get(id),
    findOwn: (purpose) => findOwn.get(purpose),
    add: (key) => void insert.run(key),
    remove: (id) => void remove.run(id),
    noteUse: (id, at) => void noteUse.run(at, id),
  }
}
