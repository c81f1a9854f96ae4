import type { SessionUseStore } from '../service/session-uses.ts'
import type { Connection } from './database.ts'

/** Days of use on SQLite. */
export function sqliteSessionUseStore(connection: Connection): SessionUseStore {
  const note = connection.prepare<{ readonly userId: string; readonly day: string }>(/* sql */ `
    INSERT INTO session_uses (user_id, last_used_on) SELECT id, @day FROM users WHERE id = @userId
    ON CONFLICT (user_id) DO UPDATE SET last_used_on = excluded.last_used_on
  `)
  return { noteUse: (userId, day) => void note.run({ userId, day }) }
}
