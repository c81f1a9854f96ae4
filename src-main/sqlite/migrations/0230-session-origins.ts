import type { Migration } from '../migrate.ts'

export const sessionOrigins: Migration = {
  number: 230,
  name: 'session origins',
  up(connection) {
    connection.exec(/* sql */ `
      -- passphrase, public_key, login_key, session (made in another one) or member (of an agent); null: not known,
      -- because the session began before this was noted
      ALTER TABLE sessions ADD COLUMN opened_by TEXT;
      -- The session it was made in, with which it ends; null for one that somebody logged in to.
      ALTER TABLE sessions ADD COLUMN parent_session_id TEXT REFERENCES sessions (id) ON DELETE CASCADE;
      CREATE INDEX sessions_by_parent ON sessions (parent_session_id) WHERE parent_session_id IS NOT NULL;
    `)
  },
}
