// Proves docs/contract/window.md, Everywhere: search.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldForSearch } from '../../../shared/folded-text.ts'
import { createItemSearch } from './item-search.ts'

interface One {
  readonly row: { readonly id: string; readonly updated_at: string }
  readonly searched: string
}

const one = (id: string, second: number, searched: string): One => ({
  row: { id, updated_at: `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z` },
  searched,
})

/** What a search has to answer, by looking at each. */
function byLooking(current: ReadonlyMap<string, One>, text: string): string[] {
  return [...current.values()]
    .filter(({ searched }) => searched.includes(foldForSearch(text)))
    .map(({ row }) => row.updated_at)
    .sort()
    .reverse()
}

/** Few letters, so that texts occur often, overlap and touch; the separator of the search is one of them. */
const letters = fc.string({ unit: fc.constantFrom('a', 'B', '\0', '\n', 'ü'), maxLength: 4 })
const change = fc.record({
  id: fc.constantFrom('1', '2', '3', '4', '5', '6'),
  second: fc.nat({ max: 59 }),
  text: fc.option(letters, { nil: undefined }),
  settles: fc.boolean(),
})

it('finds what a look at each finds, whatever was changed, added and removed meanwhile', () => {
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 20 }),
      letters,
      fc.integer({ min: 1, max: 4 }),
      (changes, text, limit) => {
        const current = new Map<string, One>()
        const search = createItemSearch(current)
        for (const { id, second, text: own, settles } of changes) {
          if (own === undefined) current.delete(id)
          else {
            const made = one(id, second, foldForSearch(own))
            current.set(id, made)
            search.add(made)
          }
          if (settles) search.settle()
        }

        const found = search.newest(text, limit)

        expect(found.map(({ row }) => row.updated_at)).toEqual(byLooking(current, text).slice(0, limit))
        expect(found.every((each) => current.get(each.row.id) === each)).toBe(true)
        expect(new Set(found).size).toBe(found.length)
      },
    ),
  )
})

it('finds many that were added one by one, and looks at none of them that does not hold the text', () => {
  const current = new Map<string, One>()
  const search = createItemSearch(current)
  let looks = 0
  for (let number = 0; number < 5000; number += 1) {
    const { row, searched } = one(String(number), number % 60, `item ${number}`)
    const made = Object.defineProperty({ row, searched }, 'searched', { get: () => ((looks += 1), searched) })
    current.set(row.id, made)
    search.add(made)
  }
  search.settle()
  looks = 0

  expect(search.newest('Item 4999', 3).map(({ row }) => row.id)).toEqual(['4999'])
  expect(looks).toBe(1)
})
