import type { Migration } from '../migrate.ts'

export const replacedPassphrases: Migration = {
  number: 240,
  name: 'replaced passphrases',
  up(connection) {
    connection.exec(/* sql */ `
      -- What a change of passphrase replaced, until the first login with the new one.
      CREATE TABLE replaced_passphrases (
        keystore_user_id TEXT PRIMARY KEY NOT NULL REFERENCES keystore_users (id) ON DELETE CASCADE,
        sealed BLOB NOT NULL,      -- under the local key: salt, verifier and wrapped key-encryption key
        kept_till TEXT NOT NULL    -- ISO 8601 UTC with milliseconds; it cannot be restored from then on
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
