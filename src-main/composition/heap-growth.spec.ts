// Proves docs/contract/workbench.md, Commands.

import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { holdHeapDown } from './heap-growth.ts'

const MEBIBYTE = 1024 * 1024

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function heldDown(sizes: readonly number[]) {
  const flags: string[] = []
  let looks = 0
  const youngBytes = () => (sizes[looks++] ?? 0) * MEBIBYTE
  const end = holdHeapDown({ setFlag: (flag) => flags.push(flag), youngBytes })
  return { flags, end }
}

it('growth of the heap › is held down by flags that this engine knows', () => {
  const { flags } = heldDown([32])
  vi.advanceTimersByTime(2_000)
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })

  expect(flags).toHaveLength(2)
  for (const flag of flags) expect(known).toContain(`${flag.split('=', 1)[0] ?? ''} `)
})

it('growth of the heap › ends for new objects once they have two halves of 16 MiB, and is looked at no more', () => {
  const { flags } = heldDown([1, 16, 16, 32, 64])
  vi.advanceTimersByTime(6_000)
  expect(flags).toHaveLength(1)
  vi.advanceTimersByTime(2_000)
  expect(flags).toHaveLength(2)
  expect(vi.getTimerCount()).toBe(0)
})

it('growth of the heap › is left alone once somebody ends the looking', () => {
  const { flags, end } = heldDown([64])
  end()
  vi.advanceTimersByTime(60_000)
  expect(flags).toHaveLength(1)
})
