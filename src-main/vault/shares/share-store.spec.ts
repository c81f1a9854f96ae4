// Proves docs/contract/vault.md, Shares: reading and ending.

import { describe, expect, it } from 'vitest'
import { planOf } from '../../../tests/support/service/database.ts'
import { connectionPageSql } from '../connections/connection-store.ts'
import { itemPageSql } from '../items/item-page-sql.ts'
import { incomingPageSql, outgoingPageSql } from './share-store.ts'

const after = { sortValue: '2026', id: 'x' }

describe('share pages', () => {
  it.each([
    ['received', incomingPageSql({}, { order: 'asc', after }), 'shares_received'],
    [
      'received, by state',
      incomingPageSql({ acceptance_required: 'accepted' }, { order: 'asc', after }),
      'shares_received',
    ],
    [
      'waiting',
      incomingPageSql({ acceptance_required: 'acceptance_required' }, { order: 'desc', after }),
      'shares_that_wait',
    ],
    ['sent', outgoingPageSql(false, { order: 'asc', after }), 'shares_sent'],
  ])('%s › are read in the order of an index, without sorting', (_, sql, index) => {
    const plan = planOf(sql, '[]').join('\n')

    expect(plan).toContain(`USING INDEX ${index}`)
    expect(plan).not.toContain('TEMP B-TREE')
  })

  it('connections with some users › are looked up by them, not among all of the user', () => {
    expect(planOf(connectionPageSql({ user_ids: [] }, false), '[]').join('\n')).toContain(
      '(user_id=? AND other_user_id=?)',
    )
  })

  it.each([
    ['received ids', incomingPageSql({ share_ids: [] }, { order: 'asc', after: undefined })],
    ['sent shares of items', outgoingPageSql(true, { order: 'asc', after: undefined })],
    ['copies of originals', itemPageSql({ original_ids: [] }, { order: 'asc', after: undefined })],
    ['items shared with somebody', itemPageSql({ shared_with: 'x' }, { order: 'asc', after: undefined })],
  ])('%s › are looked up one by one', (_, sql) => {
    expect(planOf(sql, '[]').join('\n')).not.toMatch(/SCAN (?!json_each)/)
  })
})
