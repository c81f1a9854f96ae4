// Proves docs/contract/window.md, Everywhere: lists.

import { describe, expect, it } from 'vitest'
import { placeOfRow, rowOfPlace } from './row-places.ts'

describe('row places', () => {
  it('skips hidden places, several in a row too', () => {
    const places = [0, 1, 2, 3].map((row) => placeOfRow(row, [1, 2, 4]))
    expect(places).toEqual([0, 3, 5, 6])
  })

  it('leads back from the place to the row', () => {
    for (const row of [0, 1, 2, 3, 50]) expect(rowOfPlace(placeOfRow(row, [0, 1, 4, 9]), [0, 1, 4, 9])).toBe(row)
  })

  it('changes nothing while nothing is hidden', () => {
    expect(placeOfRow(7, [])).toBe(7)
  })
})
