// Proves docs/contract/window.md, Everywhere: search, Everywhere: lists.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldForSearch } from './folded-text.ts'
import { bestMatches, holdsWords, matchedRanges, rankOf, searchQuery, searchText, topRank } from './word-search.ts'

const rank = (texts: readonly (string | null)[], typed: string): number => rankOf(searchText(texts), searchQuery(typed))
const marked = (text: string, typed: string): string[] =>
  matchedRanges(text, typed).map(({ start, end }) => text.slice(start, end))

/** Few letters, so that words occur often, and some of which the folded form is longer, shorter or another one. */
const letters = fc.string({
  unit: fc.constantFrom(
    'a',
    'A',
    'b',
    's',
    'ß',
    'İ',
    'ﬁ',
    'é',
    'e\u0301',
    'ς',
    'Σ',
    '½',
    '２',
    'が',
    '가',
    ' ',
    '-',
    '😀',
  ),
  maxLength: 12,
})
const anyText = fc.oneof(letters, fc.string({ unit: 'grapheme', maxLength: 12 }), fc.string({ unit: 'binary' }))

describe('holdsWords', () => {
  const PERSON = ['Bob Okafor', null, 'bob@example.test', undefined]

  it.each(['', '  ', 'okafor', 'OKA', 'okafor bob', 'test bob', ' bob   oka ', 'ÓKÀFOR'])('%j is found', (typed) => {
    expect(holdsWords(PERSON, typed)).toBe(true)
  })

  it.each(['carlos', 'bob carlos', 'bobokafor', 'null', 'undefined', 'okaforbob'])('%j is not found', (typed) => {
    expect(holdsWords(PERSON, typed)).toBe(false)
  })
})

describe('rankOf', () => {
  it('finds words in any order, and only when each of them occurs', () => {
    fc.assert(
      fc.property(
        fc.array(anyText, { minLength: 1, maxLength: 3 }),
        fc.array(letters, { maxLength: 3 }),
        (texts, words) => {
          const folded = searchText(texts)
          const each = searchQuery(words.join(' ')).words.every((word) => folded.includes(word))
          expect(rank(texts, words.join(' ')) > 0).toBe(each)
          expect(rank(texts, words.toReversed().join('  ')) > 0).toBe(each)
        },
      ),
    )
  })

  it('is the same without regard to accents, case and normal form', () => {
    fc.assert(
      fc.property(letters, letters, (name, typed) => {
        const plain = rank([name], typed)
        expect(rank([name.normalize('NFD')], typed.normalize('NFD'))).toBe(plain)
        expect(rank([foldForSearch(name)], foldForSearch(typed))).toBe(plain)
      }),
    )
    expect(rank(['Kestrel router'], 'KESTRÉL')).toBe(topRank(searchQuery('KESTRÉL')))
  })

  it('puts the start of a name before the start of a word of it, before the inside, before other texts', () => {
    const names = [['Passport'], ['My passport'], ['Compass'], ['Login', 'Password'], ['Login']]

    expect(names.map((texts) => rank(texts, 'pass'))).toEqual([5, 3, 2, 1, 0])
  })

  it('puts a name that begins with all that was typed before any other', () => {
    fc.assert(
      fc.property(letters, letters, letters, (start, rest, other) => {
        const query = searchQuery(start)
        fc.pre(query.words.length > 0)
        expect(rank([`${query.phrase}${rest}`], query.phrase)).toBe(topRank(query))
        expect(rank([other], query.phrase)).toBeLessThanOrEqual(topRank(query))
      }),
    )
  })

  it.each([
    ['Item-new', 'new', 3],
    ['Élan (new)', 'new', 3],
    ['𝒜new', 'new', 2],
    ['4912', '12', 2],
    ['Reset new, renew', 'new', 3],
    ['One\nline', 'line', 3],
  ])('knows where a word of %j begins', (name, typed, worth) => {
    expect(rank([name], typed)).toBe(worth)
  })

  it('looks through one more text, which is worth what other texts are', () => {
    expect(rankOf(searchText(['Passport']), searchQuery('bob pass'), foldForSearch('Bob Okafor'))).toBe(5)
    expect(rankOf(searchText(['Passport']), searchQuery('eve pass'), foldForSearch('Bob Okafor'))).toBe(0)
  })
})

describe('bestMatches', () => {
  it('lists the best first, equal ones as they were, and everything where nothing was typed', () => {
    const all = ['Renew', 'New item', 'News', 'Item new', 'Other']
    const found = (typed: string): readonly string[] => bestMatches(all, typed, (one) => [one])

    expect(found('new')).toEqual(['New item', 'News', 'Item new', 'Renew'])
    expect(found(' ')).toEqual(all)
  })
})

describe('matchedRanges', () => {
  it.each([
    ['Kestrel router 4912', '49 kes', ['Kes', '49']],
    ['Café Ｎｏ. ２', 'CAFE no 2', ['Café', 'Ｎｏ', '２']],
    ['Cafe\u0301s', 'é', ['e\u0301']],
    ['Straße', 'stras', ['Straß']],
    ['Straße', 'SE', ['ße']],
    ['İstanbul', 'ist', ['İst']],
    ['ﬁle', 'f', ['ﬁ']],
    ['😀 pass', 'pass', ['pass']],
    ['banana', 'ana', ['anana']],
    ['Passport', 'pass passport', ['Passport']],
    ['Passport', 'zzz pass', ['Pass']],
    ['Passport', '', []],
    ['Passport', ' ', []],
  ])('in %j marks what %j finds', (text, typed, parts) => {
    expect(marked(text, typed)).toEqual(parts)
  })

  it('lie inside the text, from left to right, and hold every word that the text holds', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, typed) => {
        const ranges = matchedRanges(text, typed)
        const parts = ranges.map(({ start, end }) => foldForSearch(text.slice(start, end)))

        for (const [place, { start, end }] of ranges.entries()) {
          expect(start).toBeGreaterThan(ranges[place - 1]?.end ?? -1)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
        }
        const { words } = searchQuery(typed)
        for (const word of words)
          expect(parts.some((part) => part.includes(word))).toBe(foldForSearch(text).includes(word))
        for (const part of parts) expect(words.some((word) => part.includes(word))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
