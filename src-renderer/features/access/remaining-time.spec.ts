// Proves docs/contract/window.md, Access.

import { describe, expect, it } from 'vitest'
import { remainingTime } from './remaining-time.ts'

const NOW = Date.parse('2026-11-21T09:00:00.000Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe('remainingTime', () => {
  it.each([
    [7 * DAY, '7 days'],
    [7 * DAY - MINUTE, '6 days 23 hr'],
    [DAY + 5 * MINUTE, '1 day'],
    [14 * MINUTE + 3000, '14 min 3 sec'],
    [60 * MINUTE, '1 hr'],
    [1500, '2 sec'],
    [1, '1 sec'],
    [0, undefined],
    [-1000, undefined],
  ])('%i ms', (ms, text) => {
    expect(remainingTime(new Date(NOW + ms).toISOString(), NOW, 'en')).toBe(text)
  })

  it('is over for a time that is none', () => {
    expect(remainingTime('never', NOW, 'en')).toBeUndefined()
  })
})
