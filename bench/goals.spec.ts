import { describe, expect, it } from 'vitest'
import {
  atMost,
  beyondFloorWithinMs,
  goalText,
  productAtLeast,
  productWithinMs,
  ratioAtLeast,
  ratioAtMost,
  shortfalls,
  SHOWN,
  verdict,
} from './goals.ts'

const figures = (floorPerSecond: number, productPerSecond: number, p95 = 0) => ({
  floorPerSecond,
  productPerSecond,
  ratio: productPerSecond / floorPerSecond,
  besides: { p95 },
})

describe('a goal', () => {
  it.each([
    ['ratio >= 0.40', ratioAtLeast(0.4), figures(10, 4), figures(10, 3.9)],
    ['ratio <= 1.70', ratioAtMost(1.7), figures(10, 17), figures(10, 17.1)],
    ['product/s >= 2,500', productAtLeast(2_500), figures(1, 2_500), figures(1, 2_499)],
    ['product MiB <= 1,536', atMost(1_536, 'product MiB'), figures(1, 1_536), figures(1, 1_537)],
    ['ms <= 50', productWithinMs(50), figures(1, 20), figures(1, 19.9)],
    ['ms above floor <= 200', beyondFloorWithinMs(200), figures(2, 1 / 0.7), figures(2, 1 / 0.71)],
    ['p95 <= 20', atMost(20, 'p95'), figures(1, 1, 20), figures(1, 1, 20.1)],
  ])('%s', (says, goal, reaching, missing) => {
    expect([goalText(goal), shortfalls(goal, reaching).length, shortfalls(goal, missing).length]).toEqual([says, 0, 1])
  })

  it('of several limits is missed by each that is not kept, and says by how much', () => {
    const goal = [...ratioAtLeast(0.4), ...productWithinMs(50), ...atMost(20, 'p95')]

    expect(goalText(goal)).toBe('ratio >= 0.40, ms <= 50, p95 <= 20')
    expect(shortfalls(goal, figures(100, 10, 30))).toEqual([
      { of: 'ratio', measured: 0.1, limit: 0.4 },
      { of: 'ms', measured: 100, limit: 50 },
      { of: 'p95', measured: 30, limit: 20 },
    ])
  })

  it('without limits only shows', () => {
    expect([goalText(SHOWN), shortfalls(SHOWN, figures(1, 1))]).toEqual(['shown', []])
  })

  it('refuses a row that did not count what it asks for', () => {
    expect(() => shortfalls(atMost(1, 'lost'), figures(1, 1))).toThrow('nothing counted lost')
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
