// Proves docs/contract/window.md, Everywhere: lists.

import { describe, expect, it } from 'vitest'
import { layOutColumns, moveByKey, nextSort, toggled, withRange } from './list-model.ts'

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

describe('layOutColumns', () => {
  const columns = [
    { id: 'name', label: 'Name', width: 'minmax(8rem, 2fr)' },
    { id: 'owner', label: 'Owner', width: 'minmax(8rem, 1fr)', leaves: 'first' },
    { id: 'slots', label: 'Slots', width: '4rem', align: 'end' },
    { id: 'key', label: 'Key', width: '9rem', mono: true },
    { id: 'tags', label: 'Tags', width: 'minmax(7rem, 1fr)' },
    { id: 'updated', label: 'Updated', width: '7.5rem', leaves: 'last' },
  ] as const
  const shownAt = (width: number, need = 15) => {
    const { columns: shown, twoLines } = layOutColumns(columns, { width, need })
    return `${shown.map(({ id }) => id).join(' ')}${twoLines ? ' in two lines' : ''}`
  }

  it.each([
    [60, 'name owner slots key tags updated'],
    [48, 'name owner slots tags updated'],
    [41, 'name owner tags updated'],
    [37, 'name tags updated'],
    [29, 'name updated'],
    [22.5, 'name updated'],
    [22, 'name tags updated in two lines'],
    [14, 'name updated in two lines'],
    [7, 'name'],
  ])('fits what matters most into %f rem: %s', (width, shown) => {
    expect(shownAt(width)).toBe(shown)
  })

  it('leaves out columns before it cuts a name', () => {
    expect(shownAt(60, 30)).toBe('name owner slots tags updated')
    expect(shownAt(60, 36)).toBe('name owner tags updated')
    expect(shownAt(36, 30)).toBe('name owner key tags updated in two lines')
  })

  it('keeps buttons beside the name, and the column that says it names the row', () => {
    const tasks = [
      { id: 'state', label: 'State', width: '9rem' },
      { id: 'target', label: 'Target', width: 'minmax(7rem, 1fr)', lead: true },
      { id: 'do', label: 'Actions', width: '8rem', align: 'end', hideLabel: true },
    ] as const
    const at = (width: number) => layOutColumns(tasks, { width, need: 15 })
    const ids = (width: number) => at(width).columns.map(({ id }) => id)

    expect([ids(40), at(40).twoLines]).toEqual([['state', 'target', 'do'], false])
    expect([ids(24), at(24).twoLines]).toEqual([['state', 'target', 'do'], true])
    expect([ids(8), at(8).twoLines]).toEqual([['target', 'do'], true])
  })
})
