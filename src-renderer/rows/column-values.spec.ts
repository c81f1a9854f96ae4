// Proves docs/contract/window.md, Everywhere: lists, Everywhere: exports.

import { describe, expect, it } from 'vitest'
import { byColumn, cellText, saysSomething } from './column-values.ts'
import type { RowColumn } from './list-rows.ts'

interface Thing {
  readonly name: string
  readonly size: number
  readonly end: string | null
}

const things: readonly Thing[] = [
  { name: 'b 10', size: 10, end: '2027-01-01T00:00:00.000Z' },
  { name: 'B 9', size: 9, end: null },
  { name: 'a', size: 100, end: '2026-01-01T00:00:00.000Z' },
]
const column = (rest: Partial<RowColumn<Thing>>): RowColumn<Thing> => ({ id: 'x', label: 'X', width: '1fr', ...rest })
const sorted = (one: RowColumn<Thing>, direction: 'ascending' | 'descending' = 'ascending') =>
  things.toSorted(byColumn(one, direction)).map(({ name }) => name)

describe('columns', () => {
  it('sort texts as a person would, and numbers by their size', () => {
    expect(sorted(column({ text: ({ name }) => name }))).toEqual(['a', 'B 9', 'b 10'])
    expect(sorted(column({ text: ({ size }) => `${size} files`, order: ({ size }) => size }))).toEqual([
      'B 9',
      'b 10',
      'a',
    ])
  })

  it('keep what has no value last, in either direction', () => {
    const end = column({ time: ({ end: time }) => time })

    expect(sorted(end)).toEqual(['a', 'b 10', 'B 9'])
    expect(sorted(end, 'descending')).toEqual(['b 10', 'a', 'B 9'])
  })

  it('say in a file what they show, and times as they are', () => {
    const [first] = things
    if (first === undefined) throw new Error('no thing')
    const end = column({ time: ({ end: time }) => time, text: () => 'Never' })

    expect(things.map((thing) => cellText(end, thing))).toEqual([first.end, 'Never', '2026-01-01T00:00:00.000Z'])
    expect(cellText(column({ order: ({ size }) => size }), first)).toBe('10')
  })

  it('of buttons say nothing', () => {
    expect([saysSomething(column({})), saysSomething(column({ text: () => '' }))]).toEqual([false, true])
  })
})
