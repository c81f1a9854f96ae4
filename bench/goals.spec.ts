import { describe, expect, it } from 'vitest'
import type { Goal } from './goals.ts'
import {
  beyondFloorWithinMs,
  bothOf,
  productAtLeast,
  productWithinMs,
  ratioAtLeast,
  ratioAtMost,
  verdict,
} from './goals.ts'

const figures = (floorPerSecond: number, productPerSecond: number) => ({
  floorPerSecond,
  productPerSecond,
  ratio: productPerSecond / floorPerSecond,
})

const NEVER: Goal = { says: 'never', isReached: () => false }

describe('a goal', () => {
  it.each([
    ['>= 0.40', ratioAtLeast(0.4), figures(10, 4), figures(10, 3.9)],
    ['<= 1.70', ratioAtMost(1.7), figures(10, 17), figures(10, 17.1)],
    ['product >= 2,500/s', productAtLeast(2_500), figures(1, 2_500), figures(1, 2_499)],
    ['product >= 4/s (250 ms)', productAtLeast(4, ' (250 ms)'), figures(1, 4), figures(1, 3.9)],
    ['<= 50 ms', productWithinMs(50), figures(1, 20), figures(1, 19.9)],
    ['hash + 200 ms', beyondFloorWithinMs(200, 'hash'), figures(2, 1 / 0.7), figures(2, 1 / 0.71)],
    ['>= 0.40, <= 50 ms', bothOf(ratioAtLeast(0.4), productWithinMs(50)), figures(50, 20), figures(51, 20)],
  ])('%s', (says, goal, reaching, missing) => {
    expect([goal.says, goal.isReached(reaching), goal.isReached(missing)]).toEqual([says, true, false])
  })

  it('of two is missed when either is', () => {
    const reached = ratioAtLeast(0)
    expect([bothOf(reached, NEVER), bothOf(NEVER, reached)].map((goal) => goal.isReached(figures(1, 1)))).toEqual([
      false,
      false,
    ])
  })
})

describe('verdict', () => {
  const rows = [{ name: 'a', fallsShort: true }, { name: 'shown' }, { name: 'b', fallsShort: false }]

  it('names the rows that fall short, and passes over those that are only shown', () => {
    expect(verdict([...rows, { name: 'c', fallsShort: true }])).toBe('2 rows fall short: a, c')
    expect(verdict(rows)).toBe('1 row falls short: a')
    expect(verdict(rows.slice(1))).toBe('0 rows fall short')
  })
})
