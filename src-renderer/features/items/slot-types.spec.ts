// Proves docs/contract/window.md, Items.

import { describe, expect, it } from 'vitest'
import { readValue } from './slot-types.ts'

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
