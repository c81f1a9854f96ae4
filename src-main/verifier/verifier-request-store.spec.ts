// Proves docs/contract/verifier.md, Requests.

import { describe, expect, it } from 'vitest'
import { planOf } from '../../tests/support/service/database.ts'
import { requestPageSql } from './verifier-request-store.ts'

describe('pages of verifier requests', () => {
  it.each([
    ['all', requestPageSql({}, false), 'verifier_requests_in_order'],
    ['the next page', requestPageSql({}, true), 'verifier_requests_in_order'],
    ['by state', requestPageSql({ states: ['waiting'] }, true), 'verifier_requests_in_order'],
    ['by definition', requestPageSql({ definition_id: 'd' }, true), 'verifier_requests_by_definition'],
  ])('%s › are read in the order of an index, without sorting', (_, sql, index) => {
    const plan = planOf(sql, '[]').join('\n')

    expect(plan).toContain(`USING INDEX ${index}`)
    expect(plan).not.toContain('TEMP B-TREE')
  })
})
