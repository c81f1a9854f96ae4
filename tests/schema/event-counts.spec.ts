// Proves docs/contract/workbench.md, Tables.

import { describe, expect, it } from 'vitest'
import type { Connection } from '../../src-main/sqlite/database.ts'
import { fillAccounts, newDatabase } from '../support/service/database.ts'

const addEvent = (id: string, userId: string, type: string, value = '{}', day = '2026-01-01') => /* sql */ `
  INSERT INTO events (id, user_id, creator, eventable_type, eventable_id, event_type, name, value, event_time)
  VALUES ('${id}', '${userId}', 'system', 'Item', 'item-1', '${type}', 'item.viewed', '${value}', '${day}T00:00:00.000Z');`

function withEvents(): Connection {
  const connection = newDatabase()
  fillAccounts(connection)
  connection.exec(
    addEvent('e1', 'vault-1', 'view') + addEvent('e2', 'vault-1', 'view') + addEvent('e3', 'vault-2', 'view'),
  )
  return connection
}

const counts = (connection: Connection) =>
  connection.prepare('SELECT user_id, event_type, events_count FROM event_counts').raw().all()

describe('event counts', () => {
  it('counts on as events come and go', () => {
    const connection = withEvents()

    connection.exec(addEvent('e4', 'vault-1', 'start') + addEvent('e5', 'vault-1', 'view'))
    expect(counts(connection)).toEqual([
      ['vault-1', 'start', 1],
      ['vault-1', 'view', 3],
      ['vault-2', 'view', 1],
    ])
    connection.exec("DELETE FROM events WHERE user_id = 'vault-1'")
    expect(counts(connection)).toEqual([['vault-2', 'view', 1]])
  })
  it('counts days and organizations apart, whatever clients write into details', () => {
    const connection = withEvents()
    const deep = '['.repeat(1500) + ']'.repeat(1500)

    connection.exec(
      addEvent('e4', 'vault-1', 'view', '{"organization_id":"o"}') +
        addEvent('e5', 'vault-1', 'view', '{"organization_id":"o"}', '2026-01-02') +
        addEvent('e6', 'vault-1', 'view', deep, '2026-01-02'),
    )

    const apart = "SELECT event_day, organization_id, events_count FROM event_counts WHERE user_id = 'vault-1'"
    expect(connection.prepare(apart).raw().all()).toEqual([
      ['2026-01-01', '', 2],
      ['2026-01-01', 'o', 1],
      ['2026-01-02', '', 1],
      ['2026-01-02', 'o', 1],
    ])
    connection.exec("DELETE FROM events WHERE user_id = 'vault-1'")
    expect(connection.prepare(apart).raw().all()).toEqual([])
  })
})
