// Proves docs/contract/window.md, Trust.

import { describe, expect, it } from 'vitest'
import { Policy } from '../../../shared/contract/presentations.ts'
import { ADJUSTABLE_CHECKS, settingsForm, valuesOf as valuesOfSettings } from './trust-settings-form.ts'
import { trustEntryForm, valuesOf } from './trust-entry-form.ts'

const EMPTY_ENTRY = { did: '', name: '', types: '', schemas: '', from: '', until: '' }
const HARBOUR = { ...EMPTY_ENTRY, did: 'did:web:harbour.example', name: 'Harbour' }
const FOR_ALL = { schemas: null, types: null, valid_from: null, valid_until: null }

describe('the form of a trust entry', () => {
  const read = (values: object) => trustEntryForm().safeParse({ ...HARBOUR, ...values })

  it('empty fields › are for all, always', () => {
    expect(read({}).data).toEqual({ did: HARBOUR.did, name: 'Harbour', ...FOR_ALL })
  })

  it('lines › are names, each once, without empty ones', () => {
    expect(read({ types: ' A \n\nB\nA', schemas: '\n' }).data).toMatchObject({ types: ['A', 'B'], schemas: null })
  })

  it('days › are whole days where the person is, and come back as they were typed', () => {
    const entry = read({ from: '2026-03-01', until: '2026-03-28' }).data
    expect(entry?.valid_from).toBe(new Date(2026, 2, 1).toISOString())
    expect(entry?.valid_until).toBe(new Date(2026, 2, 29).toISOString())

    const row = {
      id: 'e',
      ...HARBOUR,
      ...FOR_ALL,
      valid_from: entry?.valid_from ?? '',
      valid_until: entry?.valid_until ?? '',
    }
    expect(valuesOf(row)).toEqual({ ...HARBOUR, from: '2026-03-01', until: '2026-03-28' })
  })

  it.each([
    ['did', { did: 'harbour' }],
    ['name', { name: ' ' }],
    ['until', { from: '2026-03-02', until: '2026-03-01' }],
  ])('a wrong %s › is named', (path, values) => {
    expect(read(values).error?.issues.map((issue) => issue.path)).toEqual([[path]])
  })
})

describe('the form of the settings', () => {
  it('has every adjustable check, with the levels it can have', () => {
    expect(ADJUSTABLE_CHECKS.map(({ check }) => check)).toEqual(Object.keys(Policy.shape))
    for (const { check, levels } of ADJUSTABLE_CHECKS) {
      for (const level of ['fail', 'warn', 'off'] as const) {
        expect([check, level, Policy.safeParse({ [check]: level }).success]).toEqual([
          check,
          level,
          levels.includes(level),
        ])
      }
    }
  })

  it('gives back what is set, and nothing for what is usual', () => {
    const settings = { allow_inline_contexts: true, policy: { 'credential.expiry': 'warn' as const } }

    expect(settingsForm.parse(valuesOfSettings(settings))).toEqual(settings)
    expect(settingsForm.parse(valuesOfSettings({ allow_inline_contexts: false, policy: {} })).policy).toEqual({})
  })
})
