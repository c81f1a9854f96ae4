// Proves docs/contract/window.md, Access.

import { describe, expect, it } from 'vitest'
import { text } from '../../i18n/i18n.ts'
import { newLoginKeyForm, newSessionForm } from './forms.ts'

const NOW = Date.parse('2026-11-21T09:00:00.000Z')
const issuesOf = (result: { error?: { issues: readonly { path: PropertyKey[]; message: string }[] } | undefined }) =>
  result.error?.issues.map(({ path, message }) => [path.join('.'), message])

describe('newSessionForm', () => {
  const read = (amount: string, unit: string) => newSessionForm().safeParse({ amount, unit, part: 'vault' })

  it.each([
    ['90', 'seconds', 90],
    [' 15 ', 'minutes', 900],
    ['720', 'hours', 30 * 24 * 3600],
    ['٩٠', 'seconds', 90],
    ['１５', 'minutes', 900],
    ['१', 'hours', 3600],
  ])('%s %s', (amount, unit, seconds) => {
    expect(read(amount, unit).data).toEqual({ part: 'vault', seconds })
  })

  it.each(['', '0', '-1', '1.5', 'two', '1e3'])('refuses "%s"', (amount) => {
    expect(issuesOf(read(amount, 'minutes'))).toEqual([['amount', text('access.newSession.notWhole')]])
  })

  it('refuses more than 30 days', () => {
    expect(issuesOf(read('721', 'hours'))).toEqual([['amount', text('access.newSession.tooLong')]])
  })
})

describe('newLoginKeyForm', () => {
  const read = (values: object, remembered = false) =>
    newLoginKeyForm({ nowMs: () => NOW, remembered: () => remembered }).safeParse({
      ...{ label: ' Crane ', expiry: 'never', date: '', passphrase: 'typed' },
      ...values,
    })

  it.each([
    ['never', null],
    ['day', '2026-11-22T09:00:00.000Z'],
    ['month', '2026-12-21T09:00:00.000Z'],
  ])('expires: %s', (expiry, expireAt) => {
    expect(read({ expiry }).data).toEqual({ label: 'Crane', expireAt, passphrase: 'typed' })
  })

  it('ends a day where the person is', () => {
    const expireAt = new Date('2026-11-23T23:59:59.999').toISOString()
    expect(read({ expiry: 'date', date: '2026-11-23' }).data?.expireAt).toBe(expireAt)
  })

  it.each(['', '2026-11-19', 'soon'])('refuses the day "%s"', (date) => {
    expect(issuesOf(read({ expiry: 'date', date }))).toEqual([['date', text('access.newLoginKey.dateWrong')]])
  })

  it('needs the passphrase, but where it is remembered', () => {
    expect(issuesOf(read({ passphrase: '' }))?.[0]?.[0]).toBe('passphrase')
    expect(read({ passphrase: '' }, true).data).toMatchObject({ passphrase: null })
  })

  it('refuses an empty label', () => {
    expect(issuesOf(read({ label: '  ' }))?.[0]).toEqual(['label', text('access.newLoginKey.labelMissing')])
  })
})
