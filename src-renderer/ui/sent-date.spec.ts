// Proves docs/contract/window.md, Wallet.

import { expect, it } from 'vitest'
import { sentDate } from './sent-date.ts'

it.each(['2026-01-01T00:00:00Z', '2026-01-01T01:00:00.000+01:00'])('sentDate › %s is a date', (text) => {
  expect(sentDate(text)?.toISOString()).toBe('2026-01-01T00:00:00.000Z')
})

it.each(['yesterday', '"2020"', 'Jan 1 2030', '2026-01-01', 'null', ''])('sentDate › %j is none', (text) => {
  expect(sentDate(text)).toBeUndefined()
})
