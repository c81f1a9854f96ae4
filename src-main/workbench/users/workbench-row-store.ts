import { inserted, replaced } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'

/** Somebody whom a user of this workspace acts for. No key is here: the key store of whoever acts has it. */
export interface StoredActedFor {
  /** Id within the workspace, beside those of the users. */
  readonly id: string
  readonly vault_user_id: string
  readonly full_name: string
  /** The user of the workspace who acts, and opened it last. */
  readonly through_user_id: string
  readonly colour: number
  readonly key_fingerprint: string
  readonly created_at: string
}

interface RowsOf<Stored, Row> {
  readonly table: string
  readonly columns: string
  /** The columns that an update may change. */
  readonly changing: string
  /** SQLite knows no boolean. */
  readonly read: (row: Row) => Stored
  readonly write: (stored: Stored) => Row
}

/** Stores one kind of user in one table of the workspace; each has an id within the workspace. */
export function workbenchRows<Stored, Row>(
  connection: Connection,
  { table, columns, changing, read, write }: RowsOf<Stored, Row>,
) {
  const all = connection.prepare<[], Row>(`SELECT ${columns} FROM ${table} ORDER BY created_at, id`)
  const one = connection.prepare<[string], Row>(`SELECT ${columns} FROM ${table} WHERE id = ?`)
  const upsert = connection.prepare<[Row]>(/* sql */ `
    INSERT INTO ${table} ${inserted(columns)}
    ON CONFLICT (id) DO UPDATE SET ${replaced(changing)}
  `)
  const remove = connection.prepare<[string]>(`DELETE FROM ${table} WHERE id = ?`)
  return {
    /** Rows are in the order they were added. */
    list: (): readonly Stored[] => all.all().map(read),
    find(id: string): Stored | undefined {
      const row = one.get(id)
      return row && read(row)
    },
    /** Adds or replaces. */
    save: (stored: Stored) => void upsert.run(write(stored)),
    remove: (id: string) => void remove.run(id),
  }
}
