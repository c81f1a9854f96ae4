// Proves docs/contract/workbench.md, Earlier versions.

import { describe, expect, it } from 'vitest'
import { sqliteEventFeedStore } from '../../src-main/vault/events/event-feed-store.ts'
import { contentOf, databaseBefore, fillAccounts, migrateTo, tableNames } from '../support/service/migration-steps.ts'

/** Deeper than SQLite reads. */
const DEPTH = 1100
const DEEP = `{"a":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`

describe('migration 0220 organization events', () => {
  it('leaves every row and finds earlier events of an organization, whatever details others have', () => {
    const connection = databaseBefore(220)
    fillAccounts(connection)
    const insert = connection.prepare(/* sql */ `
      INSERT INTO events (id, user_id, creator, eventable_type, eventable_id, event_type, name, value, event_time)
      VALUES (?, 'vault-1', 'system', 'Connection', 'record', 'milestone', 'name', ?, '2026-01-01T00:00:00.000Z')
    `)
    const values = ['{"organization_id":"o1"}', '{"organization_id":"o2"}', '{"item_id":"o1"}', null, DEEP]
    values.forEach((value, index) => insert.run(`event-${index}`, value))
    const tables = tableNames(connection)
    const before = contentOf(connection, tables)

    expect(migrateTo(connection, 220)).toBe(220)

    expect(contentOf(connection, tables)).toEqual(before)
    expect(tableNames(connection)).toEqual(tables)
    const request = { after: undefined, perPage: 10, order: 'desc' } as const
    const { rows } = sqliteEventFeedStore(connection).page('vault-1', { organization_id: 'o1' }, request)
    expect(rows.map(({ id }) => id)).toEqual(['event-0'])
    insert.run('event-5', DEEP)
  })
})
