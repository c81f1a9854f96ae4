// Proves docs/contract/window.md, Access.

import { describe, expect, it } from 'vitest'
import { inGroups, keyIdOf } from './key-facts.ts'

describe('key facts', () => {
  it('reads the id of a bundle, and of nothing else', () => {
    expect(keyIdOf('pdv1.pk.kp.HC3CH2sxSVk.AAAA')).toBe('HC3C H2sx SVk')
    expect(keyIdOf('pdv1.xc.kek.-.AAAA')).toBeUndefined()
    expect(keyIdOf('-----BEGIN PUBLIC KEY-----')).toBeUndefined()
  })

  it('groups without a space at the end', () => {
    expect(inGroups('3f2a91bc')).toBe('3f2a 91bc')
  })
})
