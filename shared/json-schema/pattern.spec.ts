// Proves docs/contract/exchange.md, Filters.

import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../tests/support/draws.ts'
import { BudgetSpent, newBudget } from '../presentation-exchange/budget.ts'
import { flagsOf } from './ecma-pattern.ts'
import { isPattern, preparePattern } from './pattern.ts'

const PLENTY = 10_000_000
const prepared = (pattern: string) => preparePattern(pattern, newBudget(PLENTY))
const matches = (pattern: string, text: string) => prepared(pattern).test(text, newBudget(PLENTY, true))

describe('preparePattern, meaning', () => {
  const ESCAPED_TEXTS = ['\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f', '\u00a0', '\ufeff', '\u3000', '\u180e']
  const TEXTS = [
    ...ESCAPED_TEXTS,
    'a',
    'A',
    'é',
    '0',
    '٣',
    '_',
    '👍',
    '\ud800',
    '\udc4d',
    '',
    'a\n',
    'ab',
    ' ',
    '-',
    ']',
  ]

  it.each([
    '^.$',
    '^[^]$',
    '[]',
    '^\\s$',
    '^\\S$',
    '^[\\s\\w]$',
    '^[^\\s]$',
    '^[^\\S]$',
    '^[\\S\\n]$',
    '^\\d$',
    '^\\D$',
    '^\\w$',
    '^[\\W]$',
    'a$',
    '^$',
    '^..$',
    '^👍$',
    '^[👍]$',
    '\\bb',
    'é\\b',
    '\\B',
    '^\\u{1F44D}$',
    '^(?:\\p{L}|.)$',
    '^\\P{L}$',
    '^[\\p{Lu}\\d]$',
    '^\\p{Uppercase_Letter}$',
    '^\\p{Script=Latin}$',
    '^\\p{White_Space}$',
    '^[^\\p{L}]\\u{0}?$',
    '^\\ud83d\\udc4d$',
    '^[\\ud800-\\udbff]',
    '[\\ud000-\\ue000]',
    '\\cJ',
    '\\0',
    '^[\\b]?$',
    '^\\xe9|\\u00E9$',
    '(?<name>a)|(?<other>b)',
    '^(a|)*b??$',
    '\\012',
    '[\\00-\\037]',
    '\\08',
    '[\\cJ\\x61\\u00e9]',
    '[:alpha:]',
    '[[:alpha]',
    '[[:]]',
    '[[:1:]]',
    '[\\[:alpha:]]',
    '[[\\:alpha:]]',
    '[]:alpha:]',
    '[][:alpha:]',
    '\\[[:a-z]',
    '\\\\A',
    '[\\\\A]',
    '\\_\\-\\é\\/',
    '^a{,2}$',
    '{10-12}',
    'a{10-12}',
    '[\\d-a]',
    '-]',
    '(?:^a)*$',
  ])('%s › is what the language says, in an engine that cannot go back', (pattern) => {
    const engine = new RegExp(pattern, flagsOf(pattern))

    expect(prepared(pattern).backtracks).toBe(false)
    for (const text of TEXTS) expect([text, matches(pattern, text)]).toEqual([text, engine.test(text)])
  })

  it.each([
    ['^.$', '\r', false],
    ['^.$', '\u2028', false],
    ['^.$', '\u0085', true],
    ['^\\s$', '\u00a0', true],
    ['^\\s$', '\ufeff', true],
    ['^[\\s]$', '\v', true],
    ['^\\S$', '\u00a0', false],
    ['^\\p{L}$', 'é', true],
    ['^\\u{61}$', 'a', true],
    ['a$', 'a\n', false],
    ['^.$', '👍', false],
    ['^..$', '👍', true],
    ['^\\p{So}$', '👍', true],
    ['x{10-12}', 'x{10-12}', true],
  ])('%s on %j › %s', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected)
  })

  it.each([
    ['', ''],
    ['\\p{L}', 'u'],
    ['\\P{L}', 'u'],
    ['[\\u{61}]', 'u'],
    ['\\\\p{L}', ''],
    ['\\\\\\p{L}', 'u'],
    ['p{2}', ''],
    ['\\pL', ''],
    ['\\u0061', ''],
  ])('%s › is read with the flags %j', (pattern, flags) => {
    expect(flagsOf(pattern)).toBe(flags)
  })

  it.each([
    '(?i)a',
    '(?P<n>a)',
    '(',
    'a**',
    '[b-a]',
    '[👏-👍]',
    '\\p{L}\\A',
    '\\p{L}{10-12}',
    '\\p{Foo}',
    '\\p{L}\\-',
    'a{2,1}',
  ])('%s › is no pattern of the language', (pattern) => {
    expect(() => prepared(pattern)).toThrow(SyntaxError)
  })

  it.each([
    ['\\A', '\\A', 1],
    ['a\\z$', '\\z', 2],
    ['👍\\Z', '\\Z', 2],
    ['\\Qa.\\E', '\\Q', 1],
    ['\\G', '\\G', 1],
    ['\\C', '\\C', 1],
    ['\\h+', '\\h', 1],
    ['\\R', '\\R', 1],
    ['\\X', '\\X', 1],
    ['\\a', '\\a', 1],
    ['\\e', '\\e', 1],
    ['\\pL', '\\p', 1],
    ['\\PL', '\\P', 1],
    ['\\p{L}\\A', '\\A', 6],
    ['[a\\A]', '\\A', 3],
    ['[\\B]', '\\B', 2],
    ['[^\\1]', '\\1', 3],
    ['\\x6', '\\x', 1],
    ['\\u12', '\\u', 1],
    ['\\c', '\\c', 1],
    ['\\c1', '\\c', 1],
    ['[\\c_]', '\\c', 2],
    ['\\k', '\\k', 1],
    ['\\k<name>', '\\k', 1],
    ['[\\k]', '\\k', 2],
    ['\\1', '\\1', 1],
    ['(?:a)\\1', '\\1', 6],
    ['(?=a)\\1', '\\1', 6],
    ['\\(a\\)[(]\\1', '\\1', 9],
    ['(a)\\2', '\\2', 4],
    ['(a)\\12', '\\12', 4],
    ['\\8', '\\8', 1],
    ['[[:alpha:]]', '[:alpha:]', 2],
    ['[[:alpha:]', '[:alpha:]', 2],
    ['^[^[:^digit:]]$', '[:^digit:]', 4],
    ['[\\]a[:word:]_]', '[:word:]', 5],
    ['[0-[:space:]]', '[:space:]', 4],
    ['\\p{L}[[:alpha:]', '[:alpha:]', 7],
  ])('%s › is refused for %s at character %i: other engines know it', (pattern, syntax, place) => {
    expect(() => prepared(pattern)).toThrow(SyntaxError)
    expect(() => prepared(pattern)).toThrow(`${syntax} at character ${place} `)
    expect(isPattern(pattern)).toBe(false)
  })

  it.each(['(a)\\1', '\\1(a)', '(?<n>a)\\1', '(?<n>a)\\k<n>', '(a)(?<=\\1)b'])('%s › refers to a group', (pattern) => {
    expect(prepared(pattern).backtracks).toBe(true)
  })

  it.each([
    '(?=a)',
    '(?<=a)b',
    '(?!a)',
    '(a)\\1',
    '(?i:a)',
    'a{1001}',
    '\\p{Script=Grek}',
    '\\p{scx=Greek}',
    '\\p{Lower}',
  ])('%s › runs only where going back is watched', (pattern) => {
    expect(prepared(pattern).backtracks).toBe(true)
    expect(() => prepared(pattern).test('a', newBudget())).toThrow(BudgetSpent)
    expect(prepared(pattern).test('xaab', newBudget(1, true))).toBe(new RegExp(pattern, flagsOf(pattern)).test('xaab'))
  })

  it('a text that going back has no room for › is too much work', () => {
    const ours = prepared('^(?:(?=.)(a|b))*$')

    expect(() => ours.test('ab'.repeat(5_000_000), newBudget(1, true))).toThrow(BudgetSpent)
  })

  it('groups nested deeper than any stack › end as a pattern that goes back, or as none', () => {
    const depth = 100_000
    const outcome = (() => {
      try {
        return prepared('('.repeat(depth) + ')'.repeat(depth)).backtracks
      } catch (fault) {
        return fault
      }
    })()

    expect(outcome === true || outcome instanceof SyntaxError).toBe(true)
  })
})

describe('preparePattern, one way through a text', () => {
  const stepsOf = (pattern: string) => {
    const budget = newBudget()
    const before = budget.stepsLeft
    prepared(pattern).test('1'.repeat(640), budget)
    return before - budget.stepsLeft
  }

  it.each([String.raw`^[0-9]{4}$`, String.raw`^\d\d\.\d{2}`, '^[A-Z]', '^.{3}[^]x', String.raw`^[\]a*]$`])(
    '%s › takes the steps of its text',
    (pattern) => {
      expect(stepsOf(pattern)).toBe(11)
      expect(prepared(pattern).backtracks).toBe(false)
    },
  )

  it.each(['[0-9]{4}$', '^[0-9]+$', '^1{2,}1', '^1?1', '^1*', '^(1)', '^1|1$', '^1{2}?', '^1^', String.raw`^\b1`])(
    '%s › is read by the engine that counts',
    (pattern) => {
      expect(stepsOf(pattern)).toBeGreaterThan(11)
    },
  )
})

describe('preparePattern, properties of characters', () => {
  const CATEGORIES =
    'L LC Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs C Cc Cf Cn Co Cs'
  const LONG =
    'Letter Cased_Letter Mark Combining_Mark Number digit punct Symbol Separator Other cntrl Unassigned Surrogate'
  const BINARY =
    'Alphabetic Any Assigned Emoji Math Uppercase Lowercase White_Space Extended_Pictographic Quotation_Mark'
  const SCRIPTS = 'Arabic Cyrillic Devanagari Greek Han Hangul Hebrew Hiragana Katakana Latin Thai Common Inherited'
  const names = [
    ...`${CATEGORIES} ${LONG} ${BINARY}`.split(' '),
    ...SCRIPTS.split(' ').map((script) => `Script=${script}`),
    'gc=Lu',
    'sc=Greek',
  ]
  /** Every character of the first two planes that is one of 7, and some of each other plane. */
  const sample = Array.from({ length: 0x20000 / 7 }, (_, index) => index * 7).concat(
    Array.from({ length: 15 }, (_, plane) => (plane + 2) * 0x10000 + 0x1234),
  )

  it.each(names)('%s › is the same set of characters as in the language', (name) => {
    const pattern = `^\\p{${name}}$`
    const engine = new RegExp(pattern, 'u')
    const ours = prepared(pattern)
    const budget = newBudget(PLENTY)
    const different = sample.filter((character) => {
      const text = String.fromCodePoint(character)
      return ours.test(text, budget) !== engine.test(text)
    })

    expect(ours.backtracks).toBe(false)
    expect(different).toEqual([])
  })
})

describe('preparePattern, any pattern', () => {
  const character = fc.constantFrom(
    ...['a', 'b', 'A', '0', '_', '-', ' ', '\n', '\r', '\u2028', '\u00a0', '\ufeff', '\v', 'é', 'ß', 'K', '\0', '\b'],
    ...['👍', '𐐀', '\ud83d', '\udc4d', '\uffff', ']', '^', '$', '.', '{', '}', '/'],
  )
  const text = fc.array(character, { maxLength: 6 }).map((characters) => characters.join(''))
  const escape = fc.constantFrom(
    ...[
      '\\s',
      '\\S',
      '\\d',
      '\\D',
      '\\w',
      '\\W',
      '\\n',
      '\\v',
      '\\cJ',
      '\\0',
      '\\x61',
      '\\u00a0',
      '\\ud83d',
      '\\-',
      '\\]',
    ],
    ...['\\A', '\\z', '\\Q', '\\pL', '\\p{L}', '\\P{Lu}', '\\u{1F44D}', '\\p{Nd}', '\\8', '\\12', '\\012'],
    ...['\\b', '\\B', '\\c', '\\x', '\\k', '\\1'],
  )
  const member = fc.oneof(
    character,
    escape,
    fc.constantFrom('a-z', '0-9', '\\ud800-\\udfff', '\\0-\\uffff', ':', '[:alpha:]', '👍'),
  )
  const characterClass = fc
    .tuple(fc.constantFrom('', '^'), fc.array(member, { maxLength: 4 }))
    .map(([negation, members]) => `[${negation}${members.join('')}]`)
  const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '*?', '{2}', '{0,2}', '{1,}', '{10-12}', '{', '{,3}')
  const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
    pattern: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.array(tie('piece'), { maxLength: 4 }).map((pieces) => pieces.join('')),
      fc.tuple(tie('pattern'), tie('pattern')).map((sides) => sides.join('|')),
    ),
    piece: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc
        .tuple(fc.oneof(character, escape, characterClass, fc.constant('.')), quantifier)
        .map((parts) => parts.join('')),
      fc.constantFrom('^', '$', '\\b', '\\B', '(?i)', '(?=a)', '(?<n>a)', '\\1', '[[:digit:]]', '(?i:a)'),
      fc
        .tuple(fc.constantFrom('(', '(?:', '(?<g>'), tie('pattern'), fc.constant(')'), quantifier)
        .map((parts) => parts.join('')),
    ),
  }))

  function nativeOf(source: string): RegExp | undefined {
    try {
      return new RegExp(source, flagsOf(source))
    } catch {
      return undefined
    }
  }

  /** Syntax of other engines, as another reader of the language sees it: letters behind a backslash, octal numbers. */
  function hasForeignSyntax(source: string): boolean {
    // It takes fewer groups of one name than the language does.
    let names = 0
    const renamed = source.replaceAll('(?<', () => `(?<x${names++}`)
    const reading = { unicode: flagsOf(source) === 'u', unicodeSets: false }
    const tree = new RegExpParser().parsePattern(renamed, 0, renamed.length, reading)
    let isForeign = false
    visitRegExpAST(tree, {
      onCharacterEnter({ raw, value }) {
        const isLetter = /^\\[A-Za-z89]$/.test(raw) && raw.charCodeAt(1) === value
        isForeign ||= isLetter || raw === '\\' || /^\\[1-7]|^\\c[^A-Za-z]/.test(raw)
      },
      onCharacterClassEnter({ raw }) {
        isForeign ||= /\[:\^?[A-Za-z]+:\]$/.test(raw.slice(1).replaceAll(/\\[^]/g, ' '))
      },
    })
    return isForeign
  }

  it('is one exactly where the language says so, and matches exactly what it does there', () => {
    const runs = draws(1_000, 20_000)
    let linear = 0
    let foreign = 0
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 4, maxLength: 8 }), (source, texts) => {
        const native = nativeOf(source)
        const isForeign = native !== undefined && hasForeignSyntax(source)
        foreign += isForeign ? 1 : 0
        expect(isPattern(source)).toBe(native !== undefined && !isForeign)
        if (native === undefined || isForeign) {
          expect(() => prepared(source)).toThrow(SyntaxError)
          return
        }
        const ours = prepared(source)
        linear += ours.backtracks ? 0 : 1
        for (const one of texts) expect([one, ours.test(one, newBudget(PLENTY, true))]).toEqual([one, native.test(one)])
      }),
      { numRuns: runs },
    )
    // Otherwise the property would compare the language with itself.
    expect(linear).toBeGreaterThan(runs / 10)
    expect(foreign).toBeGreaterThan(runs / 50)
  })
})
