// Proves docs/contract/window.md, Trust.

import { describe, expect, it } from 'vitest'
import { CallError } from '../../../shared/contract/caller.ts'
import { conflictOf, importForm } from './import-form.ts'

describe('the form of an import', () => {
  it('a context needs its URL, other documents may name themselves', () => {
    expect(importForm('contexts').safeParse({ key: ' ', text: '{}' }).success).toBe(false)
    expect(importForm('schemas').parse({ key: ' ', text: '{}' })).toEqual({ key: null, text: '{}' })
    expect(importForm('contexts').parse({ key: 'https://a.example', text: ' {} ' })).toMatchObject({
      key: 'https://a.example',
    })
  })

  it('another document of the name › is a question, any other refusal is none', () => {
    const refusal = (error: string) =>
      new CallError('x', 409, [
        {
          error,
          http_code: 409,
          message: '',
          requested_language: 'en',
          message_in_requested_language: true,
          extra_info: { key: 'k', held_sha256: 'a', sha256: 'b' },
        },
      ])

    expect(conflictOf(refusal('registry_entry_exists'))).toEqual({ key: 'k', held: 'a', offered: 'b' })
    expect([conflictOf(refusal('forbidden')), conflictOf(new Error('x'))]).toEqual([undefined, undefined])
  })
})
