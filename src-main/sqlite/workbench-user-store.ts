import type { StoredWorkbenchUser, WorkbenchUserStore } from '../workbench/workbench-user-store.ts'
import type { Connection } from './database.ts'

type Row = Omit<StoredWorkbenchUser, 'registered'> & { readonly registered: 0 | 1 }

const COLUMNS =
  'id, username, vault_user_id, full_name, email, user_type, colour, key_fingerprint, registered, sealed_secret_string, sealed_passphrase, created_at'

/** The users of a workspace, on SQLite. */
export function sqliteWorkbenchUserStore(connection: Connection): WorkbenchUserStore {
  const all = connection.prepare<[], Row>(`SELECT ${COLUMNS} FROM workbench_users ORDER BY created_at, id`)
  const one = connection.prepare<[string], Row>(`SELECT ${COLUMNS} FROM workbench_users WHERE id = ?`)
  const upsert = connection.prepare<Row>(/* sql */ `
    INSERT INTO workbench_users (${COLUMNS})
    VALUES (@id, @username, @vault_user_id, @full_name, @email, @user_type, @colour, @key_fingerprint, @registered,
      @sealed_secret_string, @sealed_passphrase, @created_at)
    ON CONFLICT (id) DO UPDATE SET
      vault_user_id = excluded.vault_user_id,
      full_name = excluded.full_name,
      email = excluded.email,
      user_type = excluded.user_type,
      colour = excluded.colour,
      key_fingerprint = excluded.key_fingerprint,
      registered = excluded.registered,
      sealed_secret_string = excluded.sealed_secret_string,
      sealed_passphrase = excluded.sealed_passphrase
  `)
  const remove = connection.prepare<[string]>('DELETE FROM workbench_users WHERE id = ?')
  return {
    list: () => all.all().map(fromRow),
    find(id) {
      const row = one.get(id)
      return row && fromRow(row)
    },
    save: (user) => void upsert.run({ ...user, registered: user.registered ? 1 : 0 }),
    remove: (id) => void remove.run(id),
  }
}

function fromRow(row: Row): StoredWorkbenchUser {
  return { ...row, registered: row.registered === 1 }
}
