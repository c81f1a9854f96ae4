import { describe, expect, it } from 'vitest'
import { compareFingerprint } from './fingerprint.ts'

const SHOWN = '3f2a 91bc 00d4 7e18'

describe('compareFingerprint', () => {
  it.each([SHOWN, '3F2A91BC00D47E18', ' 3f2a-91bc:00d4 7e18 '])('takes %j for the same', (told) => {
    expect(compareFingerprint(SHOWN, told)).toBe('same')
  })

  it.each(['3f2a 91bc 00d4 7e19', '4', '3f2a 91bc 00d4 7e18 00', '3f2a 91bc 00d4 7e1x', 'alice'])(
    'takes %j for another one',
    (told) => {
      expect(compareFingerprint(SHOWN, told)).toBe('different')
    },
  )

  it('does not take a part for the whole', () => {
    expect(compareFingerprint(SHOWN, '3f2a 91bc')).toBe('incomplete')
    expect(compareFingerprint(SHOWN, '  ')).toBe('empty')
  })
})
