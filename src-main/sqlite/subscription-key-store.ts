import type { AccessKeyStore } from '../workbench/workbench-user-store.ts'
import type { Connection } from './database.ts'

const OPERATOR_PASSWORD_HASH = 'operator_password_hash'

/** Subscription keys and the operator password as hashes, on SQLite. */
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
  const readSetting = connection
    .prepare<[string], Uint8Array>('SELECT value FROM workbench_settings WHERE name = ?')
    .pluck()
  const writeSetting = connection.prepare<[string, Uint8Array]>(/* sql */ `
    INSERT INTO workbench_settings (name, value) VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
  `)
  return {
    saveSubscriptionKey: (key) => {
      replace.immediate(key)
    },
    operatorPasswordHash: () => readSetting.get(OPERATOR_PASSWORD_HASH),
    saveOperatorPasswordHash: (hash) => void writeSetting.run(OPERATOR_PASSWORD_HASH, hash),
  }
}
