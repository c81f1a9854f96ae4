// Proves docs/contract/window.md, Wallet.

import { describe, expect, it } from 'vitest'
import { hostOf } from './host-of.ts'

describe('hostOf', () => {
  it('is the host with its port, or the text itself', () => {
    expect(hostOf('http://127.0.0.1:4000/p')).toBe('127.0.0.1:4000')
    expect(hostOf('nowhere')).toBe('nowhere')
    expect(hostOf(null)).toBe('')
  })
})
