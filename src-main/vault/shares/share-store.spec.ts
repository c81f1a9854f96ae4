// Proves docs/contract/vault.md, Shares: reading and ending.

import { expect, it } from 'vitest'
import { newDatabase, planOf } from '../../../tests/support/service/database.ts'
import { connectionPageSql } from '../connections/connection-store.ts'
import { outgoingPageSql, SET_KEY_SQL } from './share-store.ts'

it('connections with some users › are looked up by them, not among all of the user', () => {
  expect(planOf(connectionPageSql({ user_ids: [] }, false), '[]').join('\n')).toContain(
    '(user_id=? AND other_user_id=?)',
  )
})

it('sent shares of items › are looked up one by one', () => {
  const range = { order: 'asc', after: undefined, until: undefined, limit: 10 } as const

  expect(planOf(outgoingPageSql(true, range), '[]').join('\n')).not.toMatch(/SCAN (?!json_each)/)
})

it('another key of a share › is written into its row, and into no index', () => {
  const connection = newDatabase()
  const steps = connection.prepare<[null, string], { opcode: string }>(`EXPLAIN ${SET_KEY_SQL}`).all(null, '')
  connection.close()
  const opcodes = steps.map(({ opcode }) => opcode)

  expect(opcodes).toContain('Insert')
  expect(opcodes).not.toContain('IdxInsert')
})
