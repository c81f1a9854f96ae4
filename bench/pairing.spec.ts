import { expect, it } from 'vitest'
import type { Row } from './measure.ts'
import type { Pair } from './pairing.ts'
import { pairedLines } from './pairing.ts'

const row = (name: string, productPerSecond: number, ratio: number, more: Partial<Row> = {}): Row => ({
  ...{ name, productPerSecond, ratio, floorPerSecond: productPerSecond / ratio, goal: 'shown' },
  ...{ lowestRatio: ratio, highestRatio: ratio, rounds: 1 },
  ...more,
})

const lines = (pairs: readonly Pair[]) => pairedLines(pairs).map((line) => line.replace(/ {3,}/, ' | '))

it('compares a row with that of its own pair: median, lowest and highest', () => {
  const pairs = [
    { there: [row('read', 10, 0.5)], here: [row('read', 9, 0.4)] },
    { there: [row('read', 100, 0.5)], here: [row('read', 110, 0.5)] },
    { there: [row('read', 1, 0.5)], here: [row('read', 3, 0.6)] },
  ]

  expect(lines(pairs)).toEqual(['read | product / floor 1.00 (0.80 to 1.20)  product 1.10 (0.90 to 3.00)'])
})

it('calls rows new that only this checkout has, and gone those it has no more', () => {
  const [both, added, removed] = [row('both', 1, 1), row('added', 1, 1), row('removed', 1, 1)]

  expect(lines([{ there: [both, removed], here: [both, added] }])).toEqual([
    'both | product / floor 1.00 (1.00 to 1.00)  product 1.00 (1.00 to 1.00)',
    'added | new',
    'removed | gone',
  ])
})

it('says where less is better, also beside a commit that did not know the unit', () => {
  const pair = { there: [row('memory', 100, 2)], here: [row('memory', 150, 3, { unit: 'MiB' })] }

  expect(lines([pair])[0]).toMatch(/^memory \| .* product 1\.50 .* MiB, less is better$/)
})
