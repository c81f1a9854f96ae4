// Proves docs/contract/exchange.md, Runs.

import { describe, expect, it } from 'vitest'
import type { Location } from '../../../shared/presentation-exchange/json.ts'
import { toldOf, toldPlaces } from './told-claims.ts'

const WITHHELD: readonly Location[] = [
  ['name'],
  ['address'],
  ['address', 'street'],
  ['address', 'street', 'number'],
  ['address', 'city'],
  ['nationalities', 0],
  ['nationalities', 1],
  ['nationalities', 2],
]

describe('toldPlaces', () => {
  it.each([
    ['a claim', [['name']], ['/name']],
    [
      'a claim and all that is inside of it',
      [['address']],
      ['/address', '/address/street', '/address/street/number', '/address/city'],
    ],
    [
      'a member with what it is inside of',
      [['address', 'street']],
      ['/address', '/address/street', '/address/street/number'],
    ],
    ['an element alone', [['nationalities', 1]], ['/nationalities/1']],
    ['a list', [['nationalities']], ['/nationalities/0', '/nationalities/1', '/nationalities/2']],
    ['what is never withheld', [['vct']], []],
    ['a name that only begins alike', [['addresses']], []],
    ['nothing', [], []],
  ])('%s', (_what, asked, told) => {
    expect(toldOf('c1', WITHHELD, { claims: asked, byIndex: [] }).disclosed).toEqual(told)
  })

  it('an element that is selected by its index, with those before it', () => {
    const asked = { claims: [['nationalities', 1]], byIndex: [['nationalities', 1]] }
    expect(toldOf('c1', WITHHELD, asked).disclosed).toEqual(['/nationalities/0', '/nationalities/1'])
  })

  it('what is not told stays', () => {
    expect(toldOf('c1', WITHHELD.slice(0, 3), { claims: [['name']], byIndex: [] })).toEqual({
      credential_id: 'c1',
      query_id: null,
      disclosed: ['/name'],
      withheld: ['/address', '/address/street'],
    })
    expect(toldPlaces(WITHHELD, { claims: WITHHELD, byIndex: [] })).toEqual(WITHHELD)
  })
})
