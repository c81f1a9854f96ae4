// Proves docs/contract/window.md, Everywhere: lists.

import { describe, expect, it } from 'vitest'
import { ref } from 'vue'
import { nextRow, useReadRows } from './list-rows.ts'

const rows = useReadRows<string>({
  keyOf: (row) => row,
  rows: () => ['a', 'b', 'c', 'd'],
  busy: ref(false),
  failure: ref(undefined),
  reload: () => undefined,
})
const after = (opened: string | undefined, ...going: readonly string[]) => nextRow(rows, opened, new Set(going))

describe('nextRow', () => {
  it('is the next one that stays, and at the end the one before', () => {
    expect([after('b', 'b'), after('b', 'b', 'c'), after('d', 'd'), after('d', 'c', 'd')]).toEqual(['c', 'd', 'c', 'b'])
  })

  it('is none where nothing is left, or nothing was open', () => {
    expect([after('a', 'a', 'b', 'c', 'd'), after(undefined, 'a'), after('x', 'x')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
