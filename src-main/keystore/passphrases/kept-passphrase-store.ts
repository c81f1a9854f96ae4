import { inserted, replaced } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'

/** A stored replaced passphrase. */
interface StoredKeptPassphrase {
  readonly keystore_user_id: string
  /** The passphrase under the local key of the workspace. */
  readonly sealed: Uint8Array
  /** The time until which it can be restored; ISO 8601. */
  readonly kept_till: string
}

export type KeptPassphraseStore = ReturnType<typeof keptPassphraseStore>

/** Stores one row for each user whose change of passphrase can still be undone. */
export function keptPassphraseStore(connection: Connection) {
  const put = connection.prepare<[StoredKeptPassphrase]>(/* sql */ `
    INSERT INTO replaced_passphrases ${inserted('keystore_user_id, sealed, kept_till')}
    ON CONFLICT (keystore_user_id) DO UPDATE SET ${replaced('sealed, kept_till')}
  `)
  const find = connection.prepare<[string], StoredKeptPassphrase>(
    'SELECT keystore_user_id, sealed, kept_till FROM replaced_passphrases WHERE keystore_user_id = ?',
  )
  const remove = connection.prepare<[string]>('DELETE FROM replaced_passphrases WHERE keystore_user_id = ?')
  return {
    /** Replaces an earlier row. */
    put: (passphrase: StoredKeptPassphrase) => void put.run(passphrase),
    find: (keystoreUserId: string) => find.get(keystoreUserId),
    delete: (keystoreUserId: string) => void remove.run(keystoreUserId),
  }
}
