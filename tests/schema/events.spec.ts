// Proves docs/contract/workbench.md, Tables.

import { describe, expect, it } from 'vitest'
import { fillAccounts, newDatabase } from '../support/service/database.ts'

describe('events', () => {
  it('keeps events of records and users that are gone', () => {
    const connection = newDatabase()
    fillAccounts(connection)
    connection.exec(/* sql */ `
      INSERT INTO events (id, user_id, creator, eventable_type, eventable_id, event_type, name, event_time)
      VALUES ('event-1', 'vault-1', 'system', 'Item', 'item-1', 'delete', 'item.deleted', '2026-01-01T00:00:00.000Z')
    `)
    connection.exec("DELETE FROM users WHERE id = 'vault-1'")
    expect(connection.prepare('SELECT id FROM events').pluck().all()).toEqual(['event-1'])
  })

  it('reads the feed of a user in time order without sorting', () => {
    const connection = newDatabase()
    const plan = connection
      .prepare<[], { detail: string }>(
        "EXPLAIN QUERY PLAN SELECT id FROM events WHERE user_id = 'vault-1' ORDER BY event_time DESC, id DESC",
      )
      .all()
    expect(plan.map(({ detail }) => detail)).toEqual(['SEARCH events USING COVERING INDEX events_by_user (user_id=?)'])
  })
})
