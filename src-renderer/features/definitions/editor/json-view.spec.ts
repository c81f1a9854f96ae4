// Proves docs/contract/window.md, Definitions.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { difference } from './json-view.ts'

it('difference › turns one text into the other, and touches no more than it must', () => {
  const near = fc.tuple(fc.string(), fc.string(), fc.string(), fc.string())
  fc.assert(
    fc.property(near, ([start, one, other, end]) => {
      const [before, after] = [start + one + end, start + other + end]
      const { from, to, insert } = difference(before, after)
      expect(before.slice(0, from) + insert + before.slice(to)).toBe(after)
      expect(to - from).toBeLessThanOrEqual(one.length)
    }),
  )
})
