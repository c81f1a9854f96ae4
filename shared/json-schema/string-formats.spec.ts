// Proves docs/contract/exchange.md, Filters.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMultipleOf } from './json-schema-values.ts'
import { STRING_FORMATS } from './string-formats.ts'

const label = (length: number) => 'a'.repeat(length)

/** Of each format texts that are of it, and texts that are not. */
const TEXTS: Readonly<Record<string, readonly [are: readonly string[], areNot: readonly string[]]>> = {
  date: [
    ['2024-02-29', '0000-01-01'],
    ['2023-02-29', '2024-2-29', '2024-02-29Z', '2024-02-29\n', '２０２４-02-29'],
  ],
  'date-time': [
    ['2024-02-29T10:11:12Z', '2024-02-29t10:11:12.000000000000000000001-23:59', '2016-12-31T18:59:60-05:00'],
    [
      '2024-02-29T10:11:12',
      '2024-02-29 10:11:12Z',
      '2024-02-29T10:11:12+0100',
      '2024-02-29T10:11:12+01',
      '2024-02-29T24:00:00Z',
    ],
  ],
  time: [
    ['10:11:12Z', '23:59:60.5z', '00:29:60+00:30'],
    ['10:11:12', '10:11:60Z', '10:11:12+24:00', '10:11Z'],
  ],
  duration: [
    ['P3W', 'P3D', 'P1Y2M3D', 'P1YT1H', 'PT5M6S', 'P01D'],
    ['P', 'PT', 'P1YT', 'P1Y3D', 'PT1H6S', 'P1W2D', 'PT1.5S', '-P1D', 'p1d', 'P1D\n'],
  ],
  email: [
    [
      'ada@example.org',
      '"ada @ home"@example.org',
      '"a\\"b"@localhost',
      'ada@[IPv6:::1]',
      'ada@[10.0.0.1]',
      `${label(64)}@a.de`,
    ],
    [
      'ada',
      'ada@',
      '@a.de',
      'a..b@a.de',
      'ada@[10.0.0.256]',
      'ada@a_b.de',
      'àda@a.de',
      '"a"b"@a.de',
      `${label(65)}@a.de`,
    ],
  ],
  'idn-email': [
    ['àda@bücher.example', '"à @"@a.de'],
    ['ada＠a.de', 'ada@-ü.example', 'à'.repeat(33) + '@a.de'],
  ],
  hostname: [
    ['a', '1a.b-c', label(63), 'xn--bcher-kva.example', 'A.XN--BCHER-KVA', 'r3---sn.example'],
    [
      '',
      'a.',
      '.a',
      'a..b',
      '-a',
      'a-',
      'a_b',
      'bücher',
      label(64),
      'xn--',
      'xn--a',
      'xn--bcher-kv',
      `${`${label(63)}.`.repeat(4)}a`,
    ],
  ],
  'idn-hostname': [
    [
      'bücher.example',
      'faß.example',
      'ı.example',
      'ქართული',
      'ᏣᎳᎩ',
      'שלום。example',
      'नमस्ते',
      'l·l',
      '例え・テスト',
      '例.1',
    ],
    [
      'Bücher',
      'ﬀ.example',
      '♥.example',
      'bu\u0308cher',
      'üa--b',
      '·l',
      'שלום.1a',
      'aא',
      'ꮳꮃꭹ',
      'ᾀ',
      'a\u200db',
      '२\u0966\u200c\u200c',
      'ü'.repeat(60),
    ],
  ],
  ipv4: [
    ['0.0.0.0', '255.10.1.99'],
    ['1.2.3', '01.2.3.4', '1.2.3.256', '1.2.3.4 ', '1.2.3.٤'],
  ],
  ipv6: [
    ['::', '1::', '1:2:3:4:5:6:7::', '::ffff:1.2.3.4', 'A:b:C:d:1:2:3:4'],
    ['', ':', ':::', '1', '1:2:3:4:5:6:7:8::', '1::2::3', '1.2.3.4::', '::1%lo', '::1.2.3.04'],
  ],
  uri: [
    ['urn:a', 'did:key:z6Mk#z6Mk', 'a:', 'http://u:p@[::1]:8/%2F?a=/?#/?', 'http://[vF.a:b]', 'file:///a'],
    [
      'a',
      '//a',
      'http://a b',
      'http://a/%2',
      'http://a:b/',
      'http://[::g]/',
      'a:[b]',
      'a:b#c#d',
      'http://a@b@c',
      'a:ü',
      '1a:b',
    ],
  ],
  'uri-reference': [
    ['', 'a', '../a?b#c', '//h:1/p', '?', '#', './a:b'],
    [':a', '1:a', '%', 'a\\b', '#a#b', 'ü', '[a]'],
  ],
  iri: [
    ['http://bücher.example/ü?ü#ü', 'a:\u{1F44D}', 'a:?\uE000'],
    ['ü', 'a:\uE000', 'a:\uFFFF', 'http://bücher.example/ü|'],
  ],
  'iri-reference': [
    ['ü', '#ü', ''],
    ['\\ü', '#\uE000', 'ü '],
  ],
  'uri-template': [
    ['', 'a/{b}{?c,d*,e.f:12}', "{+a}'ü", '{%41}', 'a%20'],
    ['{', '}', '{}', '{a', '{a b}', '{a:0}', '{a:12345}', '{,+a}', '{a,}', '{a.}', '{$a}', 'a b', '%2'],
  ],
  uuid: [
    ['00000000-0000-0000-0000-000000000000', '2EB8AA08-aa98-f1ea-04aa-73b441d16380'],
    [
      'urn:uuid:00000000-0000-0000-0000-000000000000',
      '{00000000-0000-0000-0000-000000000000}',
      '00000000000000000000000000000000',
    ],
  ],
  'json-pointer': [
    ['', '/', '/a~0b~1/ü', '/a\nb', '/%'],
    ['a', '#/a', '/~', '/~2'],
  ],
  'relative-json-pointer': [
    ['0', '10#', '1/a~1b', '0/'],
    ['', '01', '-1', '1#/a', '1a', '0/~'],
  ],
  regex: [
    ['^a+$', '(?<=a)b', '\\p{Lu}'],
    ['(', '\\A', '(?i)a', '[[:alpha:]]', '\\p{Nothing}'],
  ],
}

describe('STRING_FORMATS', () => {
  it('each has texts here', () => {
    expect(Object.keys(TEXTS).toSorted()).toEqual([...STRING_FORMATS.keys()].toSorted())
  })

  it.each(Object.entries(TEXTS))('%s › is decided as its specification has it', (format, [are, areNot]) => {
    const test = STRING_FORMATS.get(format) ?? expect.unreachable()

    expect(are.filter((text) => !test(text))).toEqual([])
    expect(areNot.filter((text) => test(text))).toEqual([])
  })

  it('any text › is decided, and no format throws', () => {
    const piece = fc.constantFrom(
      'xn--',
      '-',
      '.',
      ':',
      '@',
      '%',
      '[',
      ']',
      '\u200c',
      'א',
      'a',
      '0',
      '\ud800',
      '{',
      '/',
      '~',
    )
    const text = fc.oneof(
      fc.string(),
      fc.array(piece).map((pieces) => pieces.join('')),
    )
    fc.assert(
      fc.property(text, (one) => {
        const decided = [...STRING_FORMATS.values()].map((test) => typeof test(one))
        expect(new Set(decided)).toEqual(new Set(['boolean']))
      }),
    )
  })

  it('what an ASCII format takes › its international one takes', () => {
    const text = fc.oneof(fc.webUrl(), fc.emailAddress(), fc.domain(), fc.string())
    fc.assert(
      fc.property(text, fc.constantFrom('hostname', 'email'), (one, name) => {
        if (STRING_FORMATS.get(name)?.(one)) expect(STRING_FORMATS.get(`idn-${name}`)?.(one)).toBe(true)
        if (STRING_FORMATS.get('uri')?.(one)) expect(STRING_FORMATS.get('iri')?.(one)).toBe(true)
      }),
    )
  })
})

describe('isMultipleOf', () => {
  it.each([
    [19.99, 0.01, true],
    [4.35, 0.01, true],
    [-0.3, 0.1, true],
    [0, 0.7, true],
    [1e-7, 1e-8, true],
    [1e308, 0.5, true],
    [5e-324, 1e308, false],
    [1e308, 0.123456789, false],
    [0.35, 0.1, false],
    [0.30000000000000004, 0.1, false],
    [9007199254740991, 2, false],
    [Infinity, 1, false],
  ])('%d of %d › %s', (value, divisor, isMultiple) => {
    expect(isMultipleOf(value, divisor)).toBe(isMultiple)
  })

  it('a decimal times a whole number › is its multiple, and one place further to the right is none', () => {
    const digits = fc.integer({ min: 1, max: 999_999 })
    fc.assert(
      fc.property(digits, fc.integer({ min: -999_999, max: 999_999 }), fc.nat(8), (unit, times, places) => {
        const decimal = (whole: number) => Number(`${whole}e-${places}`)

        expect(isMultipleOf(decimal(unit * times), decimal(unit))).toBe(true)
        expect(isMultipleOf(Number(`${unit * times}1e-${places + 1}`), decimal(unit))).toBe(false)
      }),
    )
  })
})
