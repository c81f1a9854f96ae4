// Proves docs/contract/window.md, Verifier.

import { expect, it } from 'vitest'
import { timeLeft } from './countdown.ts'

const END = '2026-11-22T09:10:00.000Z'
const left = (before: number) => timeLeft(END, Date.parse(END) - before)

it('says the two largest units that are left', () => {
  expect(left(599_000)).toEqual({ unit: 'minutes', minutes: 9, seconds: 59 })
  expect(left(3_661_000)).toEqual({ unit: 'hours', hours: 1, minutes: 1 })
  expect(left(604_800_000)).toEqual({ unit: 'days', days: 7, hours: 0 })
})

it('counts a second that has begun, and ends with the last one', () => {
  expect(left(1)).toEqual({ unit: 'minutes', minutes: 0, seconds: 1 })
  expect(left(0)).toBeUndefined()
  expect(left(-5000)).toBeUndefined()
  expect(timeLeft('no time', 0)).toBeUndefined()
})
