// Proves docs/contract/window.md, Inspector.

import { describe, expect, it } from 'vitest'
import { isChosen, parseCallFilter } from './call-filter.ts'
import { aCall } from './testing/a-call.ts'

const rows = [
  { call: aCall(1, { path: '/vault/items', status: 200, operation: 'itemsGet' }), actor: 'Alice Weber' },
  { call: aCall(2, { path: '/vault/items/7', status: 404, error: 'not_found' }), actor: 'Bob Okafor' },
  {
    call: aCall(3, { path: '/keystore/session', api: 'keystore', status: 401, method: 'DELETE' }),
    actor: 'Bob Okafor Ίλις',
  },
  { call: aCall(4, { path: '/vault/version', status: 500, source: 'loopback' }), actor: '' },
]
const shown = (typed: string) => {
  const fits = parseCallFilter(typed)
  return rows.filter(({ call, actor }) => fits(call, actor)).map(({ call }) => call.number)
}

describe('parseCallFilter', () => {
  it.each([
    ['', [1, 2, 3, 4]],
    ['   ', [1, 2, 3, 4]],
    ['status:4xx', [2, 3]],
    ['status:404', [2]],
    ['status:40', [2, 3]],
    ['STATUS:4XX,5xx', [2, 3, 4]],
    ['api:keystore', [3]],
    ['api:vault', [1, 2, 4]],
    ['actor:bob', [2, 3]],
    ['actor:"alice weber"', [1]],
    ['actor:"bob', [2, 3]],
    ['path:items', [1, 2]],
    ['source:window', [1, 2, 3]],
    ['source:loop', [4]],
    ['method:delete', [3]],
    ['method:del', []],
    ['error:not_', [2]],
    ['-status:2xx', [2, 3, 4]],
    ['-items -actor:bob', [4]],
    ['status:4xx actor:bob path:items', [2]],
    ['itemsget', [1]],
    ['okafor', [2, 3]],
    ['#3', [3]],
    ['#３', [3]],
    ['ΙΛΙΣ', [3]],
    ['actor："okafor ίλις"', [3]],
    ['status:', [1, 2, 3, 4]],
    ['-', [1, 2, 3, 4]],
    ['colour:red', []],
    ['constructor:items', []],
  ])('%s', (typed, numbers) => {
    expect(shown(typed)).toEqual(numbers)
  })
})

describe('isChosen', () => {
  it.each([
    [{}, [1, 2, 3, 4]],
    [{ outcome: ['failed'] }, [2, 3, 4]],
    [{ outcome: ['done'] }, [1]],
    [{ kind: ['write'] }, [3]],
    [{ kind: ['read'], outcome: ['failed'] }, [2, 4]],
    [{ api: ['vault', 'keystore'] }, [1, 2, 3, 4]],
    [{ api: ['keystore'] }, [3]],
    [{ source: ['loopback'] }, [4]],
    [{ source: ['nobody knows'] }, []],
    [{ colour: ['red'] }, [1, 2, 3, 4]],
  ])('%j', (chosen, numbers) => {
    expect(rows.filter(({ call }) => isChosen(call, chosen)).map(({ call }) => call.number)).toEqual(numbers)
  })
})
