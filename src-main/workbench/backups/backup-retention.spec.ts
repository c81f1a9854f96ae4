// Proves docs/contract/workbench.md, Backups.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outlivedBackups } from './backup-retention.ts'

const DAY_MS = 86_400_000
const TODAY = 20_700

const daily = (day: number, hour = 0) => ({
  id: `${day} ${hour}`,
  madeAtMs: day * DAY_MS + hour * 3_600_000,
  reason: 'daily' as const,
})
const newestFirst = <One extends { readonly madeAtMs: number }>(all: readonly One[]) =>
  [...all].sort((a, b) => b.madeAtMs - a.madeAtMs)
const keptOf = <One extends Parameters<typeof outlivedBackups>[0][number]>(all: readonly One[]) => {
  const outlived = new Set(outlivedBackups(newestFirst(all)))
  return newestFirst(all).filter((one) => !outlived.has(one))
}

describe('outlivedBackups', () => {
  it('keeps the newest of seven days and of four weeks', () => {
    const all = Array.from({ length: 60 }, (_, ago) => [daily(TODAY - ago), daily(TODAY - ago, 9)]).flat()

    const kept = keptOf(all)

    expect(kept.slice(0, 7).map(({ id }) => id)).toEqual(Array.from({ length: 7 }, (_, ago) => `${TODAY - ago} 9`))
    expect(new Set(kept.map(({ madeAtMs }) => Math.floor(madeAtMs / (7 * DAY_MS)))).size).toBe(4)
    expect(kept.length).toBeLessThanOrEqual(10)
  })

  it('lets nothing go because nobody made a backup for long', () => {
    const all = [daily(TODAY), ...[300, 301, 302, 400].map((ago) => daily(TODAY - ago))]
    expect(outlivedBackups(newestFirst(all))).toEqual([])
  })

  it('keeps the last four that were made before a change, beside the daily ones', () => {
    const before = Array.from({ length: 6 }, (_, ago) => ({
      ...daily(TODAY - ago, 3),
      reason: 'before_restore' as const,
    }))
    expect(keptOf([...before, daily(TODAY - 2)])).toEqual(newestFirst([...before.slice(0, 4), daily(TODAY - 2)]))
  })

  it('always keeps the newest, at most fifteen, and those it keeps a second time', () => {
    const some = fc.record({
      id: fc.string(),
      madeAtMs: fc.integer({ min: 0, max: 90 * DAY_MS }),
      reason: fc.constantFrom('daily' as const, 'before_update' as const),
    })
    fc.assert(
      fc.property(fc.array(some, { maxLength: 60 }), (all) => {
        const kept = keptOf(all)
        expect(kept.length).toBeLessThanOrEqual(15)
        expect(kept[0]).toBe(newestFirst(all)[0])
        expect(outlivedBackups(kept)).toEqual([])
      }),
    )
  })
})
