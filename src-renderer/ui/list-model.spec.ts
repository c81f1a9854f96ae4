// Proves docs/contract/window.md, Everywhere: lists.

import { describe, expect, it } from 'vitest'
import { moveByKey, nextSort, toggled, withRange } from './list-model.ts'

const list = { count: 100, page: 10 }

describe('moveByKey', () => {
  it.each([
    ['ArrowDown', 4, 5],
    ['ArrowUp', 0, 0],
    ['ArrowDown', 99, 99],
    ['PageDown', 95, 99],
    ['PageUp', 4, 0],
    ['Home', 50, 0],
    ['End', 50, 99],
  ])('%s from %i leads to %i', (key, from, to) => {
    expect(moveByKey(key, from, list)).toBe(to)
  })

  it('leads nowhere, for another key or an empty list', () => {
    expect(moveByKey('x', 4, list)).toBeUndefined()
    expect(moveByKey('ArrowDown', 0, { count: 0, page: 10 })).toBeUndefined()
  })
})

describe('selection', () => {
  it('toggled › adds and takes away without touching the set it got', () => {
    const before = new Set(['a'])

    expect(toggled(before, 'b')).toEqual(new Set(['a', 'b']))
    expect(toggled(before, 'a')).toEqual(new Set())
    expect(before).toEqual(new Set(['a']))
  })

  it('withRange › adds every key between both rows, in either direction', () => {
    expect(withRange(new Set(['e']), ['a', 'b', 'c', 'd', 'e'], [3, 1])).toEqual(new Set(['e', 'b', 'c', 'd']))
  })
})

describe('nextSort', () => {
  it('goes from ascending to descending to the given order', () => {
    const first = nextSort(undefined, 'name')
    const second = nextSort(first, 'name')

    expect(first).toEqual({ id: 'name', direction: 'ascending' })
    expect(second).toEqual({ id: 'name', direction: 'descending' })
    expect(nextSort(second, 'name')).toBeUndefined()
    expect(nextSort(second, 'owner')).toEqual({ id: 'owner', direction: 'ascending' })
  })
})
