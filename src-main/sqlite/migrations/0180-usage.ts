import type { Migration } from '../migrate.ts'

export const usage: Migration = {
  number: 180,
  name: 'usage',
  up(connection) {
    connection.exec(/* sql */ `
      -- When somebody came last, for the number of active users; written at most once per user and day.
      CREATE TABLE session_uses (
        user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        last_used_on TEXT NOT NULL           -- UTC day, YYYY-MM-DD
      ) STRICT, WITHOUT ROWID;
      -- Of earlier days nothing is known but when the sessions that are still there began.
      INSERT INTO session_uses SELECT vault_user_id, max(substr(valid_from, 1, 10)) FROM sessions
      WHERE vault_user_id IS NOT NULL GROUP BY vault_user_id;

      -- Bytes as uploaded, for sums of what users keep; of a folder, of all files in it.
      ALTER TABLE attachments ADD COLUMN byte_size INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE attachments_folders ADD COLUMN byte_size INTEGER NOT NULL DEFAULT 0;
    `)
  },
}
