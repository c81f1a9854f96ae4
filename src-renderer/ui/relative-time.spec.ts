import { describe, expect, it } from 'vitest'
import { relativeTime } from './relative-time.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')

describe('relative time', () => {
  it.each([
    ['2026-11-21T11:59:30.000Z', 'now'],
    ['2026-11-21T12:00:05.000Z', 'now'],
    ['2026-11-21T11:58:00.000Z', '2 minutes ago'],
    ['2026-11-21T09:00:00.000Z', '3 hours ago'],
    ['2026-11-20T12:00:00.000Z', 'yesterday'],
    ['2024-11-01T12:00:00.000Z', '2 years ago'],
    ['2026-11-24T13:00:00.000Z', 'in 3 days'],
  ])('%s is %s', (time, text) => {
    expect(relativeTime(time, now, 'en')).toBe(text)
  })

  it('is empty for what is no time', () => {
    expect(relativeTime('soon', now, 'en')).toBe('')
  })
})
