// Proves docs/contract/workbench.md, Earlier versions.

import { describe, expect, it } from 'vitest'
import type { Connection } from '../../src-main/sqlite/database.ts'
import { contentOf, databaseBefore, fillAccounts, migrateTo, tableNames } from '../support/service/migration-steps.ts'

const addEvent = (id: string, userId: string, type: string) => /* sql */ `
  INSERT INTO events (id, user_id, creator, eventable_type, eventable_id, event_type, name, event_time)
  VALUES ('${id}', '${userId}', 'system', 'Item', 'item-1', '${type}', 'item.viewed', '2026-01-01T00:00:00.000Z');`

function withEvents(): Connection {
  const connection = databaseBefore(80)
  fillAccounts(connection)
  connection.exec(
    addEvent('e1', 'vault-1', 'view') + addEvent('e2', 'vault-1', 'view') + addEvent('e3', 'vault-2', 'view'),
  )
  return connection
}

const counts = (connection: Connection) =>
  connection.prepare('SELECT user_id, event_type, events_count FROM event_counts').raw().all()

describe('migration 0080 event counts', () => {
  it('counts the events that are there and leaves every row', () => {
    const connection = withEvents()
    const tables = tableNames(connection)
    const before = contentOf(connection, tables)

    expect(migrateTo(connection, 80)).toBe(80)

    expect(contentOf(connection, tables)).toEqual(before)
    expect(counts(connection)).toEqual([
      ['vault-1', 'view', 2],
      ['vault-2', 'view', 1],
    ])
  })

  it('counts on as events come and go', () => {
    const connection = withEvents()
    migrateTo(connection, 80)

    connection.exec(addEvent('e4', 'vault-1', 'start') + addEvent('e5', 'vault-1', 'view'))
    expect(counts(connection)).toEqual([
      ['vault-1', 'start', 1],
      ['vault-1', 'view', 3],
      ['vault-2', 'view', 1],
    ])
    connection.exec("DELETE FROM events WHERE user_id = 'vault-1'")
    expect(counts(connection)).toEqual([['vault-2', 'view', 1]])
  })
})
