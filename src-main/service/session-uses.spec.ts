// Proves docs/contract/vault.md, Usage numbers.

import { expect, it } from 'vitest'
import { createSessionUses, utcDay } from './session-uses.ts'

const NOON_MS = Date.parse('2026-03-01T12:00:00.000Z')
const HOUR_MS = 60 * 60 * 1000

function usesOver(noteUse: (userId: string, day: string) => void) {
  const faults: unknown[] = []
  return { faults, uses: createSessionUses({ noteUse }, { error: (_, cause) => faults.push(cause) }) }
}

it('session uses › are written once per user and day', () => {
  const written: string[] = []
  const { uses } = usesOver((userId, day) => written.push(`${userId} ${day}`))

  for (const hours of [0, 1, 11.9]) uses.note('ada', NOON_MS + hours * HOUR_MS)
  uses.note('bob', NOON_MS)
  for (const hours of [12, 13]) uses.note('ada', NOON_MS + hours * HOUR_MS)

  expect(written).toEqual(['ada 2026-03-01', 'bob 2026-03-01', 'ada 2026-03-02'])
  expect(utcDay(NOON_MS)).toBe('2026-03-01')
})

it('session uses › that could not be written are logged, and written with the next call', () => {
  let fails = true
  const written: string[] = []
  const { uses, faults } = usesOver((userId) => {
    if (fails) throw new Error('disk full')
    written.push(userId)
  })

  uses.note('ada', NOON_MS)
  fails = false
  uses.note('ada', NOON_MS)

  expect(faults).toHaveLength(1)
  expect(written).toEqual(['ada'])
})
