// Proves docs/contract/client-crypto.md, Shares of an invitation.

import { describe, expect, it } from 'vitest'
import { newSharePassphrase, readSharePassphrase } from './share-passphrase.ts'

describe('newSharePassphrase', () => {
  it('is 16 Crockford characters in four groups', () => {
    expect(newSharePassphrase()).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  })

  it('draws every character of the alphabet equally often', () => {
    const everyByte = Array.from({ length: 16 }, (_, block) =>
      newSharePassphrase((length) => Uint8Array.from({ length }, (__, index) => block * 16 + index)),
    ).join('')
    const counts = Map.groupBy(everyByte.replaceAll('-', ''), (character) => character)

    expect(counts.size).toBe(32)
    expect(new Set([...counts.values()].map((found) => found.length))).toEqual(new Set([8]))
  })

  it('does not repeat itself', () => {
    expect(newSharePassphrase()).not.toBe(newSharePassphrase())
  })
})

describe('readSharePassphrase', () => {
  it.each(['K7QF-2M9T-XD4R-8WP1', 'k7qf2m9txd4r8wp1', ' K7QF 2M9T XD4R 8WPI ', 'K7QF-2M9T-XD4R-8WPl'])(
    'takes %j for one passphrase',
    (typed) => {
      expect(readSharePassphrase(typed)).toBe('K7QF-2M9T-XD4R-8WP1')
    },
  )

  it('takes O for 0', () => {
    expect(readSharePassphrase('OOOO-0000-oooo-0000')).toBe('0000-0000-0000-0000')
  })

  it.each(['correct horse battery', 'K7QF-2M9T-XD4R-8WP', 'K7QF-2M9T-XD4R-8WPU', '', ' a '])(
    'leaves %j as it is',
    (typed) => {
      expect(readSharePassphrase(typed)).toBe(typed)
    },
  )
})
