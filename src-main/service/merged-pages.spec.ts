// Proves docs/contract/vault.md, Lists.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Cursor, SortOrder } from '../../shared/contract/paging.ts'
import type { PageRange } from './merged-pages.ts'
import { mergedPage } from './merged-pages.ts'

interface Row {
  readonly created_at: string
  readonly id: string
}

const place = ({ created_at, id }: Row): Cursor => ({ sortValue: created_at, id })
const text = ({ sortValue, id }: Cursor) => `${sortValue} ${id}`
const rows = fc.uniqueArray(
  fc.record({ created_at: fc.constantFrom('a', 'b', 'c'), id: fc.stringMatching(/^[a-z0-9]{1,2}$/) }),
  { selector: ({ id }) => id },
)

/** As an index would answer. */
function readRange(source: readonly Row[], { order, after, until, limit }: PageRange): readonly Row[] {
  const sign = order === 'asc' ? 1 : -1
  const beyond = (row: Row, other: Cursor) => sign * (text(place(row)) < text(other) ? -1 : 1)
  return sorted(source, order)
    .filter((row) => after === undefined || (text(place(row)) !== text(after) && beyond(row, after) > 0))
    .filter((row) => until === undefined || text(place(row)) === text(until) || beyond(row, until) < 0)
    .slice(0, limit)
}

function sorted(all: readonly Row[], order: SortOrder): readonly Row[] {
  const ascending = all.toSorted((one, other) => (text(place(one)) < text(place(other)) ? -1 : 1))
  return order === 'asc' ? ascending : ascending.toReversed()
}

it('mergedPage › pages put together are all rows of all sources, once and in order', () => {
  const shape = [rows, fc.array(fc.nat(3)), fc.integer({ min: 1, max: 7 }), fc.constantFrom('asc', 'desc')] as const
  fc.assert(
    fc.property(...shape, (all, homes, perPage, order) => {
      // Each row lies in one source or in two.
      const sources = [0, 1, 2, 3].map((source) =>
        all.filter((_, index) => index % 4 === source || homes[index] === source),
      )
      const found: Row[] = []
      let after: Cursor | undefined
      do {
        const page = mergedPage({ sources, read: readRange, place }, { after, perPage, order })
        expect(page.rows.length).toBeLessThanOrEqual(perPage)
        found.push(...page.rows)
        after = page.next
      } while (after !== undefined)

      expect(found).toEqual(sorted(all, order))
    }),
  )
})

it('mergedPage › reads a source no further than the page that others fill', () => {
  const asked: (Cursor | undefined)[] = []
  const early = ['1', '2', '3'].map((id) => ({ created_at: 'a', id }))
  const late = ['4', '5', '6'].map((id) => ({ created_at: 'b', id }))
  const read = (source: readonly Row[], range: PageRange) => {
    asked.push(range.until)
    return readRange(source, range)
  }

  mergedPage({ sources: [early, late], read, place }, { after: undefined, perPage: 2, order: 'asc' })

  expect(asked).toEqual([undefined, { sortValue: 'a', id: '3' }])
})
