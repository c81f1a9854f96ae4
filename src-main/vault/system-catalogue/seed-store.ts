import type { Connection } from '../../sqlite/database.ts'

/** Remembers which data sets were put in, so that each is put in once. */
export interface SeedStore {
  isApplied(name: string): boolean
  markApplied(name: string, now: string): void
}

export function sqliteSeedStore(connection: Connection): SeedStore {
  const find = connection.prepare<[string]>('SELECT 1 FROM seeds WHERE name = ?')
  const insert = connection.prepare<[string, string]>('INSERT INTO seeds (name, applied_at) VALUES (?, ?)')
  return {
    isApplied: (name) => find.get(name) !== undefined,
    markApplied: (name, now) => void insert.run(name, now),
  }
}
