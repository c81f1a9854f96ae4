import type { SeedStore } from '../vault/item-templates/seed-store.ts'
import type { Connection } from './database.ts'

export function sqliteSeedStore(connection: Connection): SeedStore {
  const find = connection.prepare<[string]>('SELECT 1 FROM seeds WHERE name = ?')
  const insert = connection.prepare<[string, string]>('INSERT INTO seeds (name, applied_at) VALUES (?, ?)')
  return {
    isApplied: (name) => find.get(name) !== undefined,
    markApplied: (name, now) => void insert.run(name, now),
  }
}
