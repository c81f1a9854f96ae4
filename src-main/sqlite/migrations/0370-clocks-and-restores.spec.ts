// Proves docs/contract/workbench.md, Earlier versions; docs/contract/vault.md, Time.

import { expect, it } from 'vitest'
import { openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { sqliteSessionStore } from '../../service/session-store.ts'
import { MIGRATIONS } from './all.ts'

it('step 370 › sessions go on as they were, and end once', () => {
  const old = openDatabase({ path: ':memory:' })
  migrate(
    old,
    MIGRATIONS.filter(({ number }) => number < 370),
  )
  const [begun, end] = ['2026-01-01T00:00:00.000Z', '2026-01-08T00:00:00.000Z']
  old.exec(/* sql */ `
    INSERT INTO sessions (token_hash, id, issued_by, valid_from, valid_till) VALUES (x'01', 's', 'vault', '${begun}', '${end}');
  `)

  migrate(old, MIGRATIONS)

  const sessions = sqliteSessionStore(old)
  expect(sessions.earliestEnd()).toBe(end)
  sessions.endUntil(end)
  expect([sessions.earliestEnd(), old.prepare('SELECT ended FROM sessions').pluck().get()]).toEqual([null, 1])
})
