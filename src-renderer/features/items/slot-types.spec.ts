// Proves docs/contract/window.md, Items.

import { describe, expect, it } from 'vitest'
import { readValue, sixDigits, unlikely } from './slot-types.ts'

describe('slot values', () => {
  it('reads what looks like its type', () => {
    expect(readValue('bool', 'False')).toEqual({ as: 'bool', is: false })
    expect(readValue('date', '2031-04-02')).toMatchObject({ as: 'date' })
    expect(readValue('datetime', '2031-04-02T10:30')).toMatchObject({ as: 'datetime' })
    expect(readValue('color', '#7a1f2b')).toEqual({ as: 'colour', text: '#7a1f2b' })
  })

  it('leaves as text what does not, because nobody checked it', () => {
    expect(readValue('bool', 'perhaps')).toEqual({ as: 'text', text: 'perhaps' })
    expect(readValue('date', '2031-02-31T')).toEqual({ as: 'text', text: '2031-02-31T' })
    expect(readValue('color', 'red; x')).toEqual({ as: 'text', text: 'red; x' })
    expect(readValue('key_value', 'true')).toEqual({ as: 'text', text: 'true' })
  })
})

describe('values that look wrong', () => {
  it.each([
    ['email', ['ada@example.org', ''], ['not-mail', 'a@b']],
    ['url', ['https://example.org', 'example.org', ' '], ['foo', 'javascript:alert(1)']],
    ['phone_number', ['+49 (0)761 / 12-34', '112', '0761.1234 ext. 5'], ['abc', '12', 'call 0761 1234']],
    ['color', ['#abc', '#1D5BBF'], ['red', '#12345']],
  ] as const)('are told by the type %s', (type, right, wrong) => {
    expect(right.map((value) => unlikely(type, value))).toEqual(right.map(() => undefined))
    expect(wrong.map((value) => unlikely(type, value))).toEqual(wrong.map(() => type))
  })

  it('are none of a type that takes any text', () => {
    expect(unlikely('key_value', 'not-mail')).toBeUndefined()
  })

  it('leave the field of a colour without one', () => {
    expect([sixDigits('#AbC'), sixDigits('#1D5BBF'), sixDigits('red')]).toEqual(['#aabbcc', '#1d5bbf', undefined])
  })
})
