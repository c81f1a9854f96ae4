import { describe, expect, it } from 'vitest'
import type { Arrows } from './folder-arrows.ts'
import { arrowsOf, circleIn, drawn, reduced } from './folder-arrows.ts'

const arrows = (all: Readonly<Record<string, readonly string[]>>): Arrows =>
  new Map(Object.entries(all).map(([from, used]) => [from, new Set(used)]))

describe('arrows between folders', () => {
  it('follow what the files import', () => {
    const found = arrowsOf('src-main')

    expect([...(found.get('client') ?? [])].toSorted()).toEqual(['crypto', 'shared', 'threads'])
    expect(found.get('sqlite')?.has('vault')).toBe(false)
  })

  it('that follow from others are left out', () => {
    const all = arrows({ top: ['middle', 'bottom'], middle: ['bottom'], bottom: [] })

    expect(reduced(all)).toEqual(arrows({ top: ['middle'], middle: ['bottom'], bottom: [] }))
  })

  it('in a circle are named', () => {
    expect(circleIn(arrows({ a: ['b'], b: ['c', 'd'], c: [], d: ['b'] }))).toEqual(['b', 'd', 'b'])
    expect(circleIn(arrows({ a: ['b', 'c'], b: ['c'], c: [] }))).toBeUndefined()
  })

  it('are drawn in alphabetical order', () => {
    expect(drawn(arrows({ b: ['a'], a: ['d', 'c'] }))).toBe(
      '```mermaid\nflowchart TD\n  a --> c\n  a --> d\n  b --> a\n```\n',
    )
  })
})
