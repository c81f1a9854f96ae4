// Proves docs/contract/exchange.md, Definitions: constraints, Filters.

import { describe, expect, it } from 'vitest'
import { BudgetSpent, newBudget } from './budget.ts'
import { PathFault, preparePath } from './json-path.ts'

const document = { a: [{ b: 1 }, { b: 2, c: 'xyz' }], 'd e': null }
const first = (path: string, root: unknown = document) => preparePath(path).select(root, 1, newBudget())[0]
const all = (path: string, root: unknown = document) => preparePath(path).select(root, 100, newBudget())

describe('preparePath', () => {
  it.each([
    ['$', document, []],
    ['$.a[0].b', 1, ['a', 0, 'b']],
    ['$["a"][-1].b', 2, ['a', 1, 'b']],
    ["$['d e']", null, ['d e']],
    ['$..c', 'xyz', ['a', 1, 'c']],
    ['$.a[?@.b == 2].c', 'xyz', ['a', 1, 'c']],
    ['$.a[?length(@.c) == 3].b', 2, ['a', 1, 'b']],
    ['$.a[?match(@.c, "x.z")].b', 2, ['a', 1, 'b']],
    ['$.a[?search(@.c, "y")].b', 2, ['a', 1, 'b']],
    ['$.a[1:]', { b: 2, c: 'xyz' }, ['a', 1]],
  ])('%s › selects the value and says where', (path, value, location) => {
    expect(first(path)).toEqual({ value, location })
  })

  it.each(['$.x', '$.a[9]', '$.a[-3]', '$.a.b', '$.a[?match(@.c, "y")]', '$.a[?search(@.c, "(?=y)")]'])(
    '%s › selects nothing',
    (path) => {
      expect(first(path)).toBeUndefined()
      expect(all(path)).toEqual([])
    },
  )

  it('of names › costs as much as it does in the library', () => {
    const budget = newBudget(1000)
    const found = { value: 'x', location: ['a', 'b', 'id'] }

    expect(preparePath('$.a.b.id').selectStated({ a: { b: { id: 'x' } } }, () => false, budget)).toEqual([found, found])
    expect(1000 - budget.stepsLeft).toBe(12.75)
  })

  it('some › gives what is selected in order, up to the limit', () => {
    expect(all('$.a[*].b').map(({ value }) => value)).toEqual([1, 2])
    expect(preparePath('$.a[*].b').select(document, 1, newBudget())).toEqual([{ value: 1, location: ['a', 0, 'b'] }])
    expect(preparePath('$.a').select(document, 0, newBudget())).toEqual([])
  })

  it.each([
    ['', 0],
    ['a.b', 0],
    ['$.verifiableCredential[', 23],
    ['$.a[?(@.b', 5],
    ['$.a[?unknown(@)]', 5],
  ])('%j › is no path, at position %i', (path, position) => {
    expect(() => preparePath(path)).toThrow(PathFault)
    expect(() => preparePath(path)).toThrow(expect.objectContaining({ position }) as Error)
  })

  it('a script expression › is refused with the way to say it', () => {
    expect(() => preparePath('$.a[(@.length-1)]')).toThrow('[-1]')
  })

  it('a path that is too long › is refused', () => {
    expect(() => preparePath(`$${'.a'.repeat(256)}`)).toThrow(PathFault)
  })

  it.each(['$.constructor', '$.__proto__', '$.a.length', '$..toString', '$.a.constructor.name'])(
    '%s › finds only members of the document',
    (path) => {
      expect(first(path)).toBeUndefined()
    },
  )
})

describe('preparePath, hostile paths', () => {
  const wide = { s: 'x'.repeat(500_000), a: Array.from({ length: 9000 }, (_, index) => ({ b: index, c: [1, 2, 3] })) }
  const deep = Array.from({ length: 40 }).reduce((inner) => ({ n: inner, m: [1] }), { x: Array(5000).fill(0) })

  it.each([
    ['$..[?@..[?@..[?@..x]]]', deep],
    ['$..[?count($..*) > 999999]', wide],
    ['$..[?$.a == $.a && @.zz]', wide],
    ['$..[?$.s == $.s && @.zz]', wide],
    ['$..[?length($.s) > 900000]', wide],
    ['$..[?search($.s, "(x|y){1,30}z")]', wide],
    ['$..*..*..*..*..zz', wide],
  ])('%s › ends with the budget', (path, root) => {
    expect(() => first(path, root)).toThrow(BudgetSpent)
  })

  it('a document deeper than the library goes › ends with the budget', () => {
    const abyss = Array.from({ length: 500 }).reduce((inner) => ({ n: inner }), {})

    expect(() => first('$..x', abyss)).toThrow(BudgetSpent)
  })
})
