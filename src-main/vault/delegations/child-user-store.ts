import type { Connection } from '../../sqlite/database.ts'

export type ChildUserStore = ReturnType<typeof childUserStore>

/** Stores on SQLite which users are children without a login. */
export function childUserStore(connection: Connection) {
  const insert = connection.prepare<[string, string]>('INSERT INTO child_users (user_id, created_at) VALUES (?, ?)')
  const find = connection.prepare<[string]>('SELECT 1 FROM child_users WHERE user_id = ?')
  const noteKeys = connection.prepare<[string, string]>('UPDATE child_users SET keys_stored_at = ? WHERE user_id = ?')
  const remove = connection.prepare<[string]>('DELETE FROM child_users WHERE user_id = ?')
  const earliest = connection
    .prepare<[], string | null>('SELECT min(created_at) FROM child_users WHERE keys_stored_at IS NULL')
    .pluck()
  const unfinished = connection
    .prepare<[string], string>(
      'SELECT user_id FROM child_users WHERE keys_stored_at IS NULL AND created_at <= ? ORDER BY +user_id',
    )
    .pluck()
  const giveKey = connection.prepare(/* sql */ `
    UPDATE users SET private_dek_external_id = @dataEncryptionKeyId, onboarded_at = coalesce(onboarded_at, @now)
    WHERE id = @userId
  `)
  const giveLogin = connection.prepare<[string, string, string]>(
    'UPDATE users SET login_public_key = ?, login_key_fingerprint = ? WHERE id = ?',
  )
  return {
    add: (userId: string, createdAt: string) => void insert.run(userId, createdAt),
    has: (userId: string) => find.get(userId) !== undefined,
    /** Records the data-encryption key that was stored for the child. */
    noteKeys(userId: string, dataEncryptionKeyId: string, now: string) {
      noteKeys.run(now, userId)
      giveKey.run({ userId, dataEncryptionKeyId, now })
    },
    /** Gives the child a login, which makes it an ordinary user. */
    giveLogin(userId: string, login: { readonly publicKey: string; readonly fingerprint: string }) {
      giveLogin.run(login.publicKey, login.fingerprint, userId)
      remove.run(userId)
    },
    remove: (userId: string) => void remove.run(userId),
    /** When the oldest child without keys was created; null if there is none. */
    earliestUnfinished: () => earliest.get() ?? null,
    /** Children without keys that were created by then. */
    unfinishedSince: (time: string): readonly string[] => unfinished.all(time),
  }
}
