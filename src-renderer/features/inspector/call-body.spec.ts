// Proves docs/contract/window.md, Inspector.

import { describe, expect, it } from 'vitest'
import { errorIn, readBody } from './call-body.ts'

describe('readBody', () => {
  it('tells a missing body from one that was dropped', () => {
    expect(readBody(null, false)).toEqual({ kind: 'none' })
    expect(readBody(null, true)).toEqual({ kind: 'dropped' })
  })

  it('reads JSON, and keeps as text what was cut', () => {
    expect(readBody('{"a":[1]}', true)).toEqual({ kind: 'json', value: { a: [1] } })
    expect(readBody('{"a":[1', true)).toEqual({ kind: 'text', text: '{"a":[1', cut: true })
    expect(readBody('not json', false)).toEqual({ kind: 'text', text: 'not json', cut: false })
  })
})

describe('errorIn', () => {
  it('answers the first error of a refusal', () => {
    const body = {
      errors: [
        { error: 'not_found', message: 'no such item' },
        { error: 'other', message: 'x' },
      ],
    }
    expect(errorIn({ kind: 'json', value: body })).toEqual({ code: 'not_found', message: 'no such item' })
  })

  it.each([{}, null, 'text', { errors: [] }, { errors: 'no' }, { errors: [{ error: 7 }] }])(
    'finds none in %j',
    (value) => {
      expect(errorIn({ kind: 'json', value })).toBeUndefined()
    },
  )

  it('finds none in a body that was cut', () => {
    expect(errorIn({ kind: 'text', text: '{"errors":[', cut: true })).toBeUndefined()
  })
})
