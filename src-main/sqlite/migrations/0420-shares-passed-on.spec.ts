// Proves docs/contract/vault.md, Shares: on-sharing.

import { expect, it } from 'vitest'
import { PASSED_ON_SQL, shareStore } from '../../vault/shares/share-store.ts'
import { openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { MIGRATIONS } from './all.ts'

const TIME = '2026-01-01T00:00:00.000Z'

it('step 420 › finds what somebody passed on of an item by an index, not among all shares of the item', () => {
  const old = openDatabase({ path: ':memory:' })
  migrate(
    old,
    MIGRATIONS.filter(({ number }) => number < 420),
  )
  const share = (id: string, sender: string, recipient: string) => /* sql */ `
    INSERT INTO shares (id, owner_id, sender_id, recipient_id, item_id, public_key, sharing_mode, acceptance_required,
      created_at, values_in_copy)
    VALUES ('${id}', 'ada', '${sender}', '${recipient}', 'car', 'k', 'anyone', 'accepted', '${TIME}', 0);`
  old.exec(/* sql */ `
    INSERT INTO users (id, user_type, joined_at)
      VALUES ('ada', 'human', '${TIME}'), ('bob', 'human', '${TIME}'), ('cyd', 'human', '${TIME}');
    INSERT INTO items (id, user_id, owner_id, item_template_id, item_template_label, name, label, ordinal, visible,
      created_at, updated_at)
      VALUES ('car', 'ada', 'ada', 't', 'T', 'i', 'I', 1, 1, '${TIME}', '${TIME}');
    ${share('1', 'ada', 'bob')} ${share('2', 'bob', 'cyd')} ${share('3', 'cyd', 'ada')}
  `)

  migrate(old, MIGRATIONS)

  const places = ['ada', 'bob'].map((recipientId) => ({ itemId: 'car', recipientId }))
  expect(
    shareStore(old)
      .passedOnFrom(places)
      .map(({ id }) => id),
  ).toEqual(['2'])
  const steps = old.prepare<[string], { detail: string }>(`EXPLAIN QUERY PLAN ${PASSED_ON_SQL}`).all('[]')
  expect(steps.map(({ detail }) => detail).join('\n')).toMatch(
    /USING INDEX shares_passed_on_of_item \(item_id=\? AND sender_id=\?\)/,
  )
})
