// Proves docs/contract/window.md, Everywhere: dates.

import { describe, expect, it } from 'vitest'
import { dateInFigures, languageOfDates, typedDate } from './typed-date.ts'

describe('a date that somebody types', () => {
  it('is read in the order of the language', () => {
    expect(typedDate('31.12.2026', 'day', 'de')).toBe('2026-12-31')
    expect(typedDate('7.4.2026', 'day', 'de')).toBe('2026-04-07')
    expect(typedDate('7/4/2026', 'day', 'en-US')).toBe('2026-07-04')
    expect(typedDate('7/4/2026', 'day', 'en-GB')).toBe('2026-04-07')
  })

  it('is read as year, month and day in every language', () => {
    for (const language of ['de', 'en-US', 'en-GB']) expect(typedDate('2026-07-04', 'day', language)).toBe('2026-07-04')
  })

  it('is none where the month has no such day, or where it is not whole', () => {
    for (const text of ['31.2.2026', '0.5.2026', '1.13.2026', '1.2.', '1.2.26', 'tomorrow', '1.2.2026 09:00', '']) {
      expect(typedDate(text, 'day', 'de'), text).toBeUndefined()
    }
    expect(typedDate('29.2.2028', 'day', 'de')).toBe('2028-02-29')
  })

  it('has a time where it is a moment', () => {
    expect(typedDate('31.12.2026 9:05', 'moment', 'de')).toBe('2026-12-31T09:05')
    expect(typedDate('12/31/2026, 23:59', 'moment', 'en-US')).toBe('2026-12-31T23:59')
    expect(typedDate('2026-12-31T23:59', 'moment', 'de')).toBe('2026-12-31T23:59')
    for (const text of ['31.12.2026', '31.12.2026 24:00', '31.12.2026 09:60', '09:05']) {
      expect(typedDate(text, 'moment', 'de'), text).toBeUndefined()
    }
  })

  it('may be shorter once its field was left', () => {
    expect(typedDate('1.2.26', 'day', 'de', true)).toBe('2026-02-01')
    expect(typedDate('1.2.2026', 'moment', 'de', true)).toBe('2026-02-01T00:00')
    expect(typedDate('1.2.2', 'day', 'de', true)).toBeUndefined()
  })
})

it('a date is shown in figures as it is typed, and what is none as it is', () => {
  expect(dateInFigures('2026-07-04', 'de')).toBe('04.07.2026')
  expect(dateInFigures('2026-07-04', 'en-US')).toBe('07/04/2026')
  expect(dateInFigures('2026-07-04T09:05', 'de')).toBe('04.07.2026 09:05')
  expect(dateInFigures('soon', 'de')).toBe('soon')
})

it('the computer says the order where it speaks the language of the window', () => {
  expect(languageOfDates('en', ['de-DE', 'en-GB'])).toBe('en-GB')
  expect(languageOfDates('de', ['en-US'])).toBe('de')
})
