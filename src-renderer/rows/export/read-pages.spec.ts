// Proves docs/contract/window.md, Everywhere: exports.

import { describe, expect, it } from 'vitest'
import { readPages, readWindows } from './read-pages.ts'

/** Pages by the cursor that leads to them. */
const PAGES: Readonly<Record<string, { rows: readonly number[]; next: string | null }>> = {
  first: { rows: [1, 2], next: 'a' },
  a: { rows: [], next: 'b' },
  b: { rows: [3], next: null },
}

async function read(cancelAfter = Infinity) {
  const counts: number[] = []
  const asked: (string | undefined)[] = []
  const all = await readPages({
    page: (after) => {
      asked.push(after)
      return Promise.resolve(PAGES[after ?? 'first'] ?? { rows: [], next: null })
    },
    onRead: (count) => counts.push(count),
    isCancelled: () => asked.length >= cancelAfter,
  })
  return { all, counts, asked }
}

describe('readPages', () => {
  it('goes on to the last page, over an empty one too', async () => {
    expect(await read()).toEqual({ all: [1, 2, 3], counts: [2, 2, 3], asked: [undefined, 'a', 'b'] })
  })

  it('cancelled › reads no further and gives no part of the list', async () => {
    expect(await read(2)).toEqual({ all: undefined, counts: [2], asked: [undefined, 'a'] })
  })
})

describe('readWindows', () => {
  it('reads on from where the entries end until all are there, or none come', async () => {
    const all = [1, 2, 3, 4, 5]
    const asked: number[] = []
    const read = (last: number) => (offset: number) => {
      asked.push(offset)
      return Promise.resolve({ rows: all.slice(offset, Math.min(last, offset + 2)), matching: all.length })
    }
    const progress = { onRead: () => undefined, isCancelled: () => false }

    expect(await readWindows(read(5), progress)).toEqual(all)
    expect(await readWindows(read(2), progress)).toEqual([1, 2])
    expect(asked).toEqual([0, 2, 4, 0, 2])
  })
})
