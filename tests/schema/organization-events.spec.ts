// Proves docs/contract/workbench.md, Tables.

import { describe, expect, it } from 'vitest'
import { eventFeedStore } from '../../src-main/vault/events/event-feed-store.ts'
import { fillAccounts, newDatabase } from '../support/service/database.ts'

/** Deeper than SQLite reads. */
const DEPTH = 1100
const DEEP = `{"a":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`

describe('organization events', () => {
  it('finds the events of an organization, whatever details others have', () => {
    const connection = newDatabase()
    fillAccounts(connection)
    const insert = connection.prepare(/* sql */ `
      INSERT INTO events (id, user_id, creator, eventable_type, eventable_id, event_type, name, value, event_time)
      VALUES (?, 'vault-1', 'system', 'Connection', 'record', 'milestone', 'name', ?, '2026-01-01T00:00:00.000Z')
    `)
    const values = ['{"organization_id":"o1"}', '{"organization_id":"o2"}', '{"item_id":"o1"}', null, DEEP]
    values.forEach((value, index) => insert.run(`event-${index}`, value))

    const request = { after: undefined, perPage: 10, order: 'desc' } as const
    const { rows } = eventFeedStore(connection).page('vault-1', { organization_id: 'o1' }, request)
    expect(rows.map(({ id }) => id)).toEqual(['event-0'])
  })
})
