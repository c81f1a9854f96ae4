// Proves docs/contract/window.md, People.

import { describe, expect, it } from 'vitest'
import { givenItem, inviteForm } from './invite-form.ts'

const NOW = Date.parse('2026-11-22T09:00:00.000Z')
const form = inviteForm(() => NOW)
const passport = givenItem({ id: 'i1', label: 'Passport' })
const values = { name: ' Bob ', days: '14' as const, compatible: false, shares: [passport] }

describe('inviteForm', () => {
  it('makes the body of the call', () => {
    expect(form.parse(values)).toEqual({
      name: 'Bob',
      expires_in_days: 14,
      compatible: false,
      shares: [
        {
          item_id: 'i1',
          slot_id: null,
          acceptance_required: 'acceptance_not_required',
          onsharing_permitted: false,
          terms: null,
          expires_at: null,
        },
      ],
    })
  })

  it('takes one slot, terms and a last day, which ends where the person is', () => {
    const share = {
      ...passport,
      slot_id: 's1',
      acceptance: 'first',
      onward: true,
      terms: ' Delete ',
      until: '2026-12-01',
    }
    const [made] = form.parse({ ...values, shares: [share] }).shares

    expect(made).toMatchObject({
      slot_id: 's1',
      acceptance_required: 'acceptance_required',
      onsharing_permitted: true,
      terms: 'Delete',
    })
    expect(made?.expires_at).toBe(new Date('2026-12-01T23:59:59.999').toISOString())
  })

  it.each([
    ['no name', { ...values, name: '  ' }, 'name'],
    ['a day that has passed', { ...values, shares: [{ ...passport, until: '2026-11-20' }] }, 'shares.0.until'],
    ['the same thing twice', { ...values, shares: [passport, passport] }, 'shares.1.slot_id'],
  ])('refuses %s at its field', (_, typed, path) => {
    expect(form.safeParse(typed).error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
  })

  it('takes an item and one of its slots, which are two things', () => {
    expect(form.safeParse({ ...values, shares: [passport, { ...passport, slot_id: 's1' }] }).success).toBe(true)
  })
})
