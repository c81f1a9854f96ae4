// Proves docs/contract/keystore.md, Usernames.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase58, encodeBase58 } from './base58.ts'
import { createIssuedUsernames } from './issued-username.ts'
import { serverSecretKey } from './keys.ts'

const NOW_MS = Date.parse('2026-01-01T00:00:00.000Z')
const ours = serverSecretKey(new Uint8Array(32).fill(1))
const theirs = serverSecretKey(new Uint8Array(32).fill(2))

describe('createIssuedUsernames', () => {
  it('issues names of 11 base58 characters that say how long ago they were issued', () => {
    const names = createIssuedUsernames(ours)
    const day = 24 * 60 * 60 * 1000
    // From 1900 to 2200: clocks of computers say anything.
    const anyMs = fc.integer({ min: Date.parse('1900-01-01'), max: Date.parse('2200-01-01') })
    fc.assert(
      fc.property(anyMs, fc.integer({ min: -day, max: day }), (ms, later) => {
        const name = names.issue(ms)
        expect(name).toMatch(/^[1-9A-HJ-NP-Za-km-z]{11}$/)
        expect(names.ageMs(name, ms + later)).toBe(later)
      }),
    )
  })

  it('issues 64 different names in a millisecond, which have nothing in common to look at', () => {
    const names = createIssuedUsernames(ours)
    const issued = Array.from({ length: 64 }, () => names.issue(NOW_MS))
    expect(new Set(issued).size).toBe(64)
    // Names in a row that began alike would tell when somebody came.
    expect(new Set(issued.map((name) => name.slice(0, 2))).size).toBeGreaterThan(32)
  })

  it('goes on with other names after a restart within the same millisecond', () => {
    expect(createIssuedUsernames(ours, 1).issue(NOW_MS)).not.toBe(createIssuedUsernames(ours, 2).issue(NOW_MS))
  })

  it('knows its names after a restart, and none of another key store', () => {
    const name = createIssuedUsernames(ours).issue(NOW_MS)
    expect(createIssuedUsernames(ours).ageMs(name, NOW_MS)).toBe(0)
    expect(createIssuedUsernames(theirs).ageMs(name, NOW_MS)).not.toBe(0)
  })

  it('does not know a name with any bit changed as issued near its time', () => {
    const names = createIssuedUsernames(ours, 0)
    const bytes = decodeBase58(names.issue(NOW_MS))
    expect(bytes).toHaveLength(8)
    for (let bit = 0; bit < 64; bit += 1) {
      const changed = Uint8Array.from(bytes, (byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
      expect(names.ageMs(encodeBase58(changed).padStart(11, '1'), NOW_MS)).not.toBe(0)
    }
  })

  it.each([
    ['an invented one', 'M9znjHbD5Xi'],
    ['more than 8 bytes', 'zzzzzzzzzzz'],
    ['too short', 'M9znjHbD5X'],
    ['too long', '1M9znjHbD5Xi'],
    ['other characters', 'M9znjHbD5X0'],
    ['nothing', ''],
    ['zeros alone', '11111111111'],
  ])('answers no moment for %s', (_, name) => {
    expect(createIssuedUsernames(ours).ageMs(name, NOW_MS)).toBeUndefined()
  })
})
