// Proves docs/contract/exchange.md, Holding.

import { describe, expect, it } from 'vitest'
import { newDataEncryptionKey } from './keys.ts'
import { openWalletText, sealWalletText } from './wallet-seal.ts'

const key = newDataEncryptionKey()
const PLACE = { part: 'credential', id: 'c1' } as const
const sealed = sealWalletText(key, PLACE, 'a claim')

describe('openWalletText', () => {
  it('opens what was sealed, in its place', () => {
    expect(openWalletText({ dataEncryptionKey: key }, PLACE, sealed)).toBe('a claim')
    expect(sealed).toMatch(/^pdv1\.xc\.wl\./)
  })

  it.each([
    ['part', { part: 'run', id: 'c1' } as const],
    ['row', { part: 'credential', id: 'c2' } as const],
  ])('refuses a text of another %s', (_what, place) => {
    expect(() => openWalletText({ dataEncryptionKey: key }, place, sealed)).toThrow(
      expect.objectContaining({ code: 'cannot_open' }),
    )
  })

  it('refuses a text of somebody else', () => {
    expect(() => openWalletText({ dataEncryptionKey: newDataEncryptionKey() }, PLACE, sealed)).toThrow(
      expect.objectContaining({ code: 'wrong_key' }),
    )
  })
})
