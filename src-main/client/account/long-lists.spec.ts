import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sortedInTurns, visitInTurns } from './long-lists.ts'

/** Lists longer than what is done between two looks at the clock, with many equal keys. */
const lists = fc
  .array(fc.nat({ max: 9 }), { maxLength: 3_000, size: 'max' })
  .map((keys) => keys.map((key, place) => ({ key, place })))

describe('sortedInTurns', () => {
  it('sorts like the language itself, equal entries in their order, and leaves the list alone', async () => {
    const byKey = (one: { readonly key: number }, other: { readonly key: number }) => one.key - other.key
    await fc.assert(
      fc.asyncProperty(lists, async (list) => {
        const before = [...list]
        expect(await sortedInTurns(list, byKey)).toEqual(list.toSorted(byKey))
        expect(list).toEqual(before)
      }),
      { numRuns: 60, examples: [[[]], [[{ key: 1, place: 0 }]]] },
    )
  })

  it('lets others go first', async () => {
    const order: string[] = []
    setImmediate(() => order.push('other'))
    await sortedInTurns(
      Array.from({ length: 1_000 }, (_, key) => ({ key })),
      (one, other) => slowly(() => one.key - other.key),
    )
    order.push('sorted')

    expect(order).toEqual(['other', 'sorted'])
  })
})

describe('visitInTurns', () => {
  it('visits each entry once, in order', async () => {
    const seen: [number, number][] = []
    await visitInTurns(
      Array.from({ length: 1_000 }, (_, number) => number * 2),
      (entry) => seen.push([entry, seen.length]),
    )

    expect(seen).toEqual(Array.from({ length: 1_000 }, (_, number) => [number * 2, number]))
  })

  it('lets others go first', async () => {
    const order: string[] = []
    setImmediate(() => order.push('other'))
    await visitInTurns(Array.from({ length: 1_000 }), () => slowly(() => undefined))
    order.push('visited')

    expect(order).toEqual(['other', 'visited'])
  })
})

function slowly<Result>(work: () => Result): Result {
  for (const end = performance.now() + 0.03; performance.now() < end;);
  return work()
}
