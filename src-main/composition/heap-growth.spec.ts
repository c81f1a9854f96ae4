// Proves docs/contract/workbench.md, Commands.

import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limitHeapGrowth } from './heap-growth.ts'

const MEBIBYTE = 1024 * 1024
const LOOK_MS = 10_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** @param sizes of the young part after each collection, in MiB @param shares of work in each time between two looks */
function heldDown({ sizes = [], shares = [] }: { sizes?: readonly number[]; shares?: readonly number[] }) {
  const flags: string[] = []
  let young = 0
  let looks = 0
  let listener: (() => void) | undefined
  const collect = vi.fn()
  const end = limitHeapGrowth({
    setFlag: (flag) => flags.push(flag),
    youngBytes: () => young * MEBIBYTE,
    onCollected(call) {
      listener = call
      return () => (listener = undefined)
    },
    workShare: () => shares[looks++] ?? 0,
    collect,
  })
  const collected = () => {
    for (young of sizes) listener?.()
  }
  return { flags, end, collect, collected }
}

it('growth of the heap › is held down by flags that this engine knows', () => {
  const { flags, collected } = heldDown({ sizes: [32, 1] })
  collected()
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })

  expect(flags).toHaveLength(4)
  for (const flag of flags) expect(known).toContain(`${flag.replace('--no-', '--').split('=', 1)[0] ?? ''} `)
})

it.each([
  ['grow to 32 MiB', [1, 16], []],
  ['grow no further', [1, 16, 32, 32], [1]],
  ['grow again after the engine made them smaller', [32, 1, 16, 32], [1, 2, 1]],
])('space for new objects › may %s', (_, sizes, factors) => {
  const { flags, collected } = heldDown({ sizes })
  collected()
  expect(flags.slice(2)).toEqual(factors.map((factor) => `--semi-space-growth-factor=${factor}`))
})

it.each([
  ['after it was busy', [0.9, 0.5, 0], 1],
  ['after it was busy and then less so', [0.9, 0.1, 0.01, 0], 1],
  ['each time after it was busy', [0.9, 0, 0, 0.9, 0], 2],
  ['never, having had little to do', [0.1, 0, 0.1, 0], 0],
  ['not while it has something to do', [0.9, 0.1, 0.1], 0],
])('memory of a program at rest › is given back %s', (_, shares, times) => {
  const { collect } = heldDown({ shares })
  vi.advanceTimersByTime(shares.length * LOOK_MS)
  expect(collect).toHaveBeenCalledTimes(times)
})

it('growth of the heap › is left alone once somebody ends the looking', () => {
  const { flags, collected, end, collect } = heldDown({ sizes: [64], shares: [0.9, 0] })
  end()
  collected()
  vi.advanceTimersByTime(2 * LOOK_MS)
  expect([flags.length, collect.mock.calls.length]).toEqual([2, 0])
})

it('the heap of this program › is measured, watched and collected', () => {
  const source = `
    const { heapOfThisProgram } = await import(${JSON.stringify(new URL('./heap-growth.ts', import.meta.url).href)})
    const { youngBytes, onCollected, workShare, collect } = heapOfThisProgram()
    const used = () => process.memoryUsage().heapUsed
    let kept = Array.from({ length: 100 }, () => new Array(50_000).fill(0.5))
    const before = used()
    kept = undefined
    const alive = setInterval(() => undefined, 1000)
    const end = onCollected(() => {
      console.log(JSON.stringify({ before, after: used(), young: youngBytes(), share: workShare() }))
      end()
      clearInterval(alive)
    })
    setTimeout(collect)
  `
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8' })
  const { before = 0, after = 0, young = 0, share = 0 } = JSON.parse(told) as Record<string, number>

  expect(after).toBeLessThan(before / 4)
  expect(young).toBeGreaterThan(0)
  expect(share).toBeGreaterThan(0)
})
