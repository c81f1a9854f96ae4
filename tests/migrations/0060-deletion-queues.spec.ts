import { expect, it } from 'vitest'
import { openDatabase } from '../../src-main/sqlite/database.ts'
import { migrate, schemaVersion } from '../../src-main/sqlite/migrate.ts'
import { MIGRATIONS } from '../../src-main/sqlite/migrations/all.ts'

it('migration 60 › finds due users by an index and keeps the queues', () => {
  const connection = openDatabase({ path: ':memory:' })
  const index = MIGRATIONS.findIndex(({ number }) => number === 60)
  migrate(connection, MIGRATIONS.slice(0, index))
  connection.exec(`
    INSERT INTO users (id, user_type, joined_at, queued_for_deletion_after)
      VALUES ('u1', 'human', '2026-01-01T00:00:00.000Z', '2026-01-08T00:00:00.000Z');
    INSERT INTO keystore_users (id, created_at, queued_for_deletion_after)
      VALUES ('k1', '2026-01-01T00:00:00.000Z', '2026-01-15T00:00:00.000Z');
  `)

  migrate(connection, MIGRATIONS.slice(0, index + 1))

  expect(schemaVersion(connection)).toBe(60)
  for (const [table, id] of [
    ['users', 'u1'],
    ['keystore_users', 'k1'],
  ]) {
    const due = `SELECT id FROM ${String(table)} WHERE queued_for_deletion_after <= ?`
    expect(connection.prepare(due).pluck().all('2026-02-01T00:00:00.000Z')).toEqual([id])
    expect(connection.prepare<[string], { detail: string }>(`EXPLAIN QUERY PLAN ${due}`).get('')?.detail).toMatch(
      /^SEARCH .* USING .*INDEX .*_by_deletion/,
    )
  }
  connection.close()
})
