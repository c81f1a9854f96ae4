// Proves docs/contract/exchange.md, DCQL.

import { describe, expect, it } from 'vitest'
import { ARTHUR, POINTERS } from '../../tests/vectors/dcql-vectors.ts'
import { BudgetSpent, newBudget } from '../presentation-exchange/budget.ts'
import type { JsonObject } from '../presentation-exchange/json.ts'
import { selectClaims, selectStated } from './claims-path.ts'
import type { ClaimsPath } from './query.ts'

const select = (root: JsonObject, path: ClaimsPath) => selectClaims(root, path, newBudget())
const valuesOf = (root: JsonObject, path: ClaimsPath) => select(root, path).map(({ value }) => value)

describe('selectClaims', () => {
  it.each(POINTERS)('%j of the specification', (path, values) => {
    expect(valuesOf(ARTHUR, path)).toEqual(values)
  })

  it('tells where each element stands', () => {
    expect(select(ARTHUR, ['degrees', null, 'type']).map(({ location }) => location)).toEqual([
      ['degrees', 0, 'type'],
      ['degrees', 1, 'type'],
    ])
  })

  it.each([
    ['no such member', { a: 1 }, ['b'], []],
    ['a name of Object', {}, ['toString'], []],
    ['null is a value', { a: null }, ['a'], [null]],
    ['no such element', { a: [1] }, ['a', 1], []],
    ['an index of an object', { a: { 0: 'x' } }, ['a', 0], []],
    ['every member of an object', { a: { b: 1 } }, ['a', null], []],
    ['a name of a list', { a: ['x'] }, ['a', '0'], []],
    ['an element without the member is dropped', { a: [{}, { b: 1 }] }, ['a', null, 'b'], [1]],
    ['an element that is no object ends it', { a: [{ b: 1 }, 'x'] }, ['a', null, 'b'], []],
    ['an element that is no list ends it', { a: [[1], 'x'] }, ['a', null, 0], []],
    ['lists of lists', { a: [[1, 2], [3], []] }, ['a', null, 0], [1, 3]],
  ])('%s', (_, root, path, values) => {
    expect(valuesOf(root, path)).toEqual(values)
  })

  it('more elements than the budget takes › ends', () => {
    const list = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 1))

    expect(() => selectClaims({ list }, ['list', null, null], newBudget(5000))).toThrow(BudgetSpent)
  })
})

it.each([
  ['a single value is a list of one', { a: 'x' }, ['a', 0], ['x']],
  ['there is no second one', { a: 'x' }, ['a', 1], []],
  ['all of a single value', { a: 'x' }, ['a', null], ['x']],
  ['an index of a list without an order stands for all', { a: ['x', 'y'] }, ['a', 0], ['x', 'y']],
  ['beyond its end stands nothing', { a: ['x', 'y'] }, ['a', 2], []],
  ['a reference is its id', { a: 'https://a.example/' }, ['a', 'id'], ['https://a.example/']],
  ['a text that is no reference has none', { a: 'x' }, ['a', 'id'], []],
])('selectStated › %s', (_, root, path, values) => {
  expect(selectStated(root, path, newBudget(), () => true).map(({ value }) => value)).toEqual(values)
})
