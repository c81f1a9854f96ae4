// Proves docs/contract/workbench.md, Tables.

import { describe, expect, it } from 'vitest'
import type { Connection } from '../../src-main/sqlite/database.ts'
import { fillAccounts, newDatabase } from '../support/service/database.ts'

const addEvent = (id: string, userId: string, type: string) => /* sql */ `
  INSERT INTO events (id, user_id, creator, eventable_type, eventable_id, event_type, name, event_time)
  VALUES ('${id}', '${userId}', 'system', 'Item', 'item-1', '${type}', 'item.viewed', '2026-01-01T00:00:00.000Z');`

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
})
