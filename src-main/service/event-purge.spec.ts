// Proves docs/contract/vault.md, Time.

import { describe, expect, it } from 'vitest'
import { uuidV7Source } from '../crypto/uuid-v7.ts'
import type { Connection } from '../sqlite/database.ts'
import { openDatabase } from '../sqlite/database.ts'
import { sqliteEventPurgeStore, sqliteEventStore } from './event-store.ts'
import { migrate } from '../sqlite/migrate.ts'
import { MIGRATIONS } from '../sqlite/migrations/all.ts'
import { purgeEvents } from './event-purge.ts'
import { isoTime } from './ports.ts'

const NOW_MS = Date.parse('2026-06-01T00:00:00.000Z')
const YEAR_AGO_MS = Date.parse('2025-06-01T00:00:00.000Z')

function database(): Connection {
  const connection = openDatabase({ path: ':memory:' })
  migrate(connection, MIGRATIONS)
  return connection
}

function addEvents(connection: Connection, label: string, times: readonly number[]): void {
  const store = sqliteEventStore(connection)
  let nowMs = 0
  const newId = uuidV7Source(() => nowMs)
  connection.transaction(() => {
    for (const time of times) {
      nowMs = time
      store.add({
        ...{ id: newId(), parent_id: null, user_id: 'u', creator: 'system', eventable_type: 'Item', eventable_id: 'i' },
        ...{ event_type: 'update', name: 'item.updated', label, value: null, event_time: isoTime(time) },
      })
    }
  })()
}

const labels = (connection: Connection) => connection.prepare('SELECT label FROM events ORDER BY label').pluck().all()

describe('purgeEvents', () => {
  it('deletes what is older than 365 days, to the millisecond', () => {
    const connection = database()
    addEvents(connection, 'older', [YEAR_AGO_MS - 1])
    addEvents(connection, 'exactly 365 days', [YEAR_AGO_MS])
    addEvents(connection, 'now', [NOW_MS])

    expect(purgeEvents(sqliteEventPurgeStore(connection), NOW_MS)).toBe(1)
    expect(labels(connection)).toEqual(['exactly 365 days', 'now'])
  })

  it('deletes an old event later, not earlier, when its id got ahead of a clock that was set back', () => {
    const connection = database()
    addEvents(connection, 'ahead', [YEAR_AGO_MS + 1_000, YEAR_AGO_MS - 1])
    const store = sqliteEventPurgeStore(connection)

    expect(purgeEvents(store, NOW_MS)).toBe(0)
    expect(purgeEvents(store, NOW_MS + 1_001)).toBe(2)
  })

  it('deletes at most 5,000 at once, the oldest first, and the rest the next time', () => {
    const connection = database()
    addEvents(connection, 'old', Array<number>(5_001).fill(YEAR_AGO_MS - 10))
    const store = sqliteEventPurgeStore(connection)

    expect([purgeEvents(store, NOW_MS), purgeEvents(store, NOW_MS), purgeEvents(store, NOW_MS)]).toEqual([5_000, 1, 0])
  })

  it('reads the beginning of the table only', () => {
    const connection = database()
    const plan = connection
      .prepare('EXPLAIN QUERY PLAN SELECT id FROM events WHERE id < ? AND event_time < ? ORDER BY id LIMIT ?')
      .all('x', 'y', 1)

    expect(plan).toMatchObject([{ detail: 'SEARCH events USING PRIMARY KEY (id<?)' }])
  })
})
