// Proves docs/contract/window.md, Everywhere: new passwords.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AlphabetName, PasswordSettings } from './password-generator.ts'
import { ALPHABETS, bitsOf, COUNTS, generatePassword, LENGTHS, randomBelow } from './password-generator.ts'

const NAMES = Object.keys(ALPHABETS) as AlphabetName[]
const WORDS = ['anchor', 'bread', 'cloud']

/** Numbers of a known order, spread over the whole range: no test depends on luck. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state ^ (state >>> 15)) >>> 0
  }
}

const characters = fc.record({
  kind: fc.constant('characters' as const),
  length: fc.integer({ min: LENGTHS.least, max: LENGTHS.most }),
  alphabets: fc.subarray(NAMES, { minLength: 1 }),
})
const words = fc.record({
  kind: fc.constant('words' as const),
  count: fc.integer({ min: COUNTS.least, max: COUNTS.most }),
  separator: fc.constantFrom('-', ' ', '.', '_'),
  capitalsAndDigit: fc.boolean(),
})

describe('a password of characters', () => {
  it('has the length, all of the chosen alphabets, and nothing else', () => {
    fc.assert(
      fc.property(characters, fc.integer(), (settings, seed) => {
        const password = generatePassword(settings, WORDS, numbersFrom(seed))
        const chosen = settings.alphabets.map((name) => ALPHABETS[name])

        expect(password).toHaveLength(settings.length)
        for (const alphabet of chosen) expect(Array.from(password).some((one) => alphabet.includes(one))).toBe(true)
        for (const one of password) expect(chosen.join('')).toContain(one)
      }),
    )
  })

  it('is refused where no password has all that is wanted', () => {
    expect(() => generatePassword({ kind: 'characters', length: 8, alphabets: [] }, WORDS)).toThrow(RangeError)
    expect(() => generatePassword({ kind: 'characters', length: 2, alphabets: NAMES }, WORDS)).toThrow(RangeError)
  })
})

describe('a password of words', () => {
  it('has as many words as asked for, all of the list, with one digit where that is wanted', () => {
    fc.assert(
      fc.property(words, fc.integer(), (settings, seed) => {
        const parts = generatePassword(settings, WORDS, numbersFrom(seed)).split(settings.separator)

        expect(parts).toHaveLength(settings.count)
        expect(parts.filter((part) => /\d$/.test(part))).toHaveLength(settings.capitalsAndDigit ? 1 : 0)
        for (const part of parts) {
          const word = part.replace(/\d$/, '')
          expect(WORDS).toContain(word.toLowerCase())
          expect(word !== word.toLowerCase()).toBe(settings.capitalsAndDigit)
        }
      }),
    )
  })
})

describe('randomBelow', () => {
  it('draws again what would make small numbers more likely', () => {
    const drawn = [2 ** 32 - 1, 2 ** 32 - 2, 7]

    expect(randomBelow(10, () => drawn.shift() ?? 0)).toBe(7)
    expect(drawn).toEqual([])
  })

  it('takes every number there is, when all fit evenly', () => {
    expect(randomBelow(16, () => 2 ** 32 - 1)).toBe(15)
  })

  it('is even over many draws: the sum of squares is what chance makes it', () => {
    const limit = 26
    const draws = 52_000
    const counts = new Map<number, number>()
    const next = numbersFrom(7)
    for (let draw = 0; draw < draws; draw += 1) {
      const number = randomBelow(limit, next)
      counts.set(number, (counts.get(number) ?? 0) + 1)
    }
    const expected = draws / limit
    const square = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)

    expect(counts.size).toBe(limit)
    expect(square).toBeLessThan(60) // of 25 degrees of freedom; more than that happens once in 10,000 times
  })
})

it('a password of the browser differs from the one before', () => {
  const settings: PasswordSettings = { kind: 'characters', length: 20, alphabets: NAMES }

  expect(generatePassword(settings, WORDS)).not.toBe(generatePassword(settings, WORDS))
})

it('says how hard a password is to guess', () => {
  expect(bitsOf({ kind: 'characters', length: 20, alphabets: ['small'] }, 0)).toBe(94)
  expect(bitsOf({ kind: 'words', count: 6, separator: '-', capitalsAndDigit: false }, 7776)).toBe(77)
  expect(bitsOf({ kind: 'words', count: 6, separator: '-', capitalsAndDigit: true }, 7776)).toBe(83)
})
