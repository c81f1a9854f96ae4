// Proves docs/contract/window.md, People.

import { describe, expect, it } from 'vitest'
import { compareFingerprint } from './fingerprint.ts'

const HEX = '3f2a 91bc 00d4 7e18'
const KEY_ID = 'My4C v7ZS P9s'

describe('compareFingerprint', () => {
  it.each([HEX, '3F2A91BC00D47E18', ' 3f2a 91BC\n00d4 7e18 '])('takes %j for the same', (told) => {
    expect(compareFingerprint(HEX, told)).toBe('same')
  })

  it.each(['3f2a 91bc 00d4 7e19', '4', '3f2a 91bc 00d4 7e18 00', '3f2a 91bc 00d4 7e1x', 'alice'])(
    'takes %j for another one',
    (told) => {
      expect(compareFingerprint(HEX, told)).toBe('different')
    },
  )

  it('tells capitals apart in the ids of own keys', () => {
    expect(compareFingerprint(KEY_ID, 'My4Cv7ZSP9s')).toBe('same')
    expect(compareFingerprint(KEY_ID, 'my4c v7zs p9s')).toBe('different')
  })

  it('does not take a part for the whole', () => {
    expect(compareFingerprint(HEX, '3f2a 91bc')).toBe('incomplete')
    expect(compareFingerprint(HEX, '  ')).toBe('empty')
  })
})
