import type { KeptPassphraseStore, StoredKeptPassphrase } from '../keystore/passphrases/kept-passphrase-store.ts'
import type { Connection } from './database.ts'

/** Replaced passphrases on SQLite. */
export function sqliteKeptPassphraseStore(connection: Connection): KeptPassphraseStore {
  const put = connection.prepare<[StoredKeptPassphrase]>(/* sql */ `
    INSERT INTO replaced_passphrases (keystore_user_id, sealed, kept_till)
    VALUES (@keystore_user_id, @sealed, @kept_till)
    ON CONFLICT (keystore_user_id) DO UPDATE SET sealed = excluded.sealed, kept_till = excluded.kept_till
  `)
  const find = connection.prepare<[string], StoredKeptPassphrase>(
    'SELECT keystore_user_id, sealed, kept_till FROM replaced_passphrases WHERE keystore_user_id = ?',
  )
  const remove = connection.prepare<[string]>('DELETE FROM replaced_passphrases WHERE keystore_user_id = ?')
  return {
    put: (kept) => void put.run(kept),
    find: (keystoreUserId) => find.get(keystoreUserId),
    delete: (keystoreUserId) => void remove.run(keystoreUserId),
  }
}
