import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from '../../../src-main/sqlite/database.ts'

/** The database of the only workspace below a data directory. */
export function onlyDatabase(dataDirectory: string): string {
  const workspaces = readdirSync(join(dataDirectory, 'workspaces'))
  if (workspaces.length !== 1) throw new Error(`there are ${workspaces.length} workspaces below ${dataDirectory}`)
  return join(dataDirectory, 'workspaces', String(workspaces[0]), 'vault.db')
}

/** What is stored of each item: its label, and how many slots and reports of its creation it has. */
export function storedItems(
  connection: Connection,
): ReadonlyMap<string, { readonly label: string; readonly slots: number; readonly created: number }> {
  const rows = connection
    .prepare<[], { id: string; label: string; slots: number; created: number }>(/* sql */ `
      SELECT id, label,
        (SELECT count(*) FROM slots WHERE slots.item_id = items.id) AS slots,
        (SELECT count(*) FROM events WHERE eventable_id = items.id AND name = 'item.created') AS created
      FROM items
    `)
    .all()
  return new Map(rows.map((row) => [row.id, row]))
}

/** What SQLite itself finds wrong; empty when nothing is. */
export function inconsistencies(connection: Connection): readonly unknown[] {
  const integrity = connection.prepare('PRAGMA integrity_check').pluck().all()
  return [...integrity.filter((finding) => finding !== 'ok'), ...connection.prepare('PRAGMA foreign_key_check').all()]
}
