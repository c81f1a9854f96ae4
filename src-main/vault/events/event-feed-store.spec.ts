// Proves docs/contract/vault.md, Lists, Events.

import { beforeAll, describe, expect, it } from 'vitest'
import type { Connection } from '../../sqlite/database.ts'
import { openDatabase } from '../../sqlite/database.ts'
import { eventCountSql, eventPageSql, eventFeedStore } from './event-feed-store.ts'
import { migrate } from '../../sqlite/migrate.ts'
import { MIGRATIONS } from '../../sqlite/migrations/all.ts'

const ADA = 'ada'

function plan(connection: Connection, sql: string): string[] {
  const values = {
    userId: ADA,
    event_type: 'view',
    on_date: 'a',
    organization_id: 'o',
    from: 'a',
    to: 'b',
    sortValue: 'a',
    id: 'b',
    limit: 10,
  }
  return connection
    .prepare<object, { readonly detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(values)
    .map(({ detail }) => detail)
    .filter((detail) => !detail.startsWith('CORRELATED'))
}

describe('eventFeedStore', () => {
  let connection: Connection
  beforeAll(() => {
    connection = openDatabase({ path: ':memory:' })
    migrate(connection, MIGRATIONS)
  })

  it.each([
    ['all', {}, false, 'events_by_user (user_id=?)'],
    ['all, continued', {}, true, 'events_by_user (user_id=? AND (event_time,id)<(?,?))'],
    ['one type', { event_type: 'view' }, false, 'events_by_type (user_id=? AND event_type=?)'],
    ['one day', { on_date: '2026-01-01' }, false, 'events_by_user (user_id=? AND event_time>? AND event_time<?)'],
    [
      'one type on one day',
      { event_type: 'view', on_date: '2026-01-01' },
      false,
      'events_by_type (user_id=? AND event_type=? AND event_time>? AND event_time<?)',
    ],
    ['one organization', { organization_id: 'o' }, false, 'events_by_organization (user_id=? AND <expr>=?)'],
    [
      'one organization, continued',
      { organization_id: 'o' },
      true,
      'events_by_organization (user_id=? AND <expr>=? AND (event_time,id)<(?,?))',
    ],
  ] as const)('page › %s is read in the order of an index', (_, filter, continued, index) => {
    const [first, ...others] = plan(connection, eventPageSql(filter, continued))

    expect(first).toBe(`SEARCH e USING INDEX ${index}`)
    expect(others.join()).not.toMatch(/TEMP B-TREE|SCAN/)
  })

  it.each([
    [{}, 'event_counts USING PRIMARY KEY (user_id=?)'],
    [{ event_type: 'view' }, 'event_counts USING PRIMARY KEY (user_id=? AND event_type=?)'],
    [{ on_date: '2026-01-01' }, 'event_counts USING PRIMARY KEY (user_id=?)'],
    [
      { event_type: 'view', on_date: '2026-01-01', organization_id: 'o' },
      'event_counts USING PRIMARY KEY (user_id=? AND event_type=? AND event_day=? AND organization_id=?)',
    ],
  ] as const)('count › of %j does not read every event', (filter, place) => {
    expect(plan(connection, eventCountSql(filter))).toEqual([`SEARCH ${place}`])
  })

  it('counts what it lists, whatever the filter', () => {
    const insert = connection.prepare(/* sql */ `
      INSERT INTO events (id, user_id, creator, eventable_type, eventable_id, event_type, name, event_time)
      VALUES (?, ?, 'system', 'Item', 'item', ?, 'name', ?)
    `)
    const types = ['view', 'start', 'stop'] as const
    for (let index = 0; index < 90; index++) {
      insert.run(`event-${String(index)}`, ADA, types[index % 3], `2026-01-0${String(1 + (index % 5))}T12:00:00.000Z`)
    }
    const reader = eventFeedStore(connection)

    for (const event_type of [undefined, ...types]) {
      for (const on_date of [undefined, '2026-01-03', '2026-01-09']) {
        const filter = { event_type, on_date }
        const { rows } = reader.page(ADA, filter, { after: undefined, perPage: 100, order: 'desc' })
        expect({ filter, count: reader.count(ADA, filter) }).toEqual({ filter, count: rows.length })
      }
    }
  })
})
