import type { Connection } from '../../sqlite/database.ts'

/** Remembers which data sets were put in, so that each is put in once. */
export type SeedStore = ReturnType<typeof sqliteSeedStore>

export function sqliteSeedStore(connection: Connection) {
  const find = connection.prepare<[string]>('SELECT 1 FROM seeds WHERE name = ?')
  const insert = connection.prepare<[string, string]>('INSERT INTO seeds (name, applied_at) VALUES (?, ?)')
  return {
    isApplied: (name: string) => find.get(name) !== undefined,
    markApplied: (name: string, now: string) => void insert.run(name, now),
  }
}
