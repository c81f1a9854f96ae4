// Proves docs/contract/vault.md, Transports: HTTP, Limits.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ServiceError } from './contract/errors.ts'
import { MAX_JSON_DEPTH } from './contract/json-depth.ts'
import { MAX_JSON_MEMBERS, readJson } from './strict-json.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

function refusalOf(text: string | Uint8Array): ServiceError {
  try {
    readJson(typeof text === 'string' ? bytesOf(text) : text)
  } catch (fault) {
    if (fault instanceof ServiceError) return fault
    throw fault
  }
  throw new Error(`was not refused: ${String(text).slice(0, 80)}`)
}

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const wideObject = (members: number) => `{${Array.from({ length: members }, (_, i) => `"k${i}":0`).join(',')}}`
const wideArray = (entries: number) => `[${Array(entries).fill('0').join(',')}]`

describe('readJson', () => {
  it('gives what JSON.parse gives, for every document without oddities', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'), (document, indent) => {
        const text = JSON.stringify(JSON.parse(document), null, indent)
        fc.pre(text.isWellFormed() && !text.includes('__proto__'))

        expect(readJson(bytesOf(text))).toEqual(JSON.parse(text))
      }),
      { numRuns: 500 },
    )
  })

  it('refuses a document exactly when JSON.parse does, however it was damaged', () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', '"', '{', ']', ',', ':', '\\', '0', 'e', ' ', '\u0000', 'null'))
      .map(([text, at, sign]) => {
        const position = at % (text.length + 1)
        return text.slice(0, position) + sign + text.slice(position + 1)
      })
    fc.assert(
      fc.property(damaged, (text) => {
        fc.pre(text.isWellFormed() && !/__proto__|[eE]\+?\d{3}|\\u/.test(text))
        let parsed: unknown
        try {
          parsed = JSON.parse(text)
        } catch {
          expect(refusalOf(text).code).toBe('bad_request')
          return
        }
        fc.pre(hasNoDuplicates(text, parsed))
        expect(readJson(bytesOf(text))).toEqual(parsed)
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['[1,2,]', 5],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{"a":tru}', 5],
    ['[01]', 2],
    ['[1.]', 1],
    ['"open', 0],
    ['[1] x', 4],
    ["{'a':1}", 1],
    ['', 0],
    ['{"a":NaN}', 5],
    ['["\t"]', 1],
  ])('says where %j breaks', (text, position) => {
    expect(refusalOf(text).extraInfo).toEqual({ position })
  })

  it('says where a document of megabytes breaks', () => {
    const long = 'x'.repeat(4_000_000) + String.raw`\n`.repeat(100_000)

    expect(refusalOf(`["${long}",`).extraInfo).toEqual({ position: long.length + 4 })
  })

  it.each([
    ['a member that stands twice', '{"a":1,"b":{"c":1,"c":2}}'],
    ['a member that stands twice, once with an escape', String.raw`{"a":1,"\u0061":2}`],
    ['__proto__', '{"x":[{"__proto__":{"admin":true}}]}'],
    ['__proto__, written with an escape', String.raw`{"\u005f_proto__":1}`],
    ['half of a surrogate pair in a value', String.raw`["\ud83d"]`],
    ['half of a surrogate pair in a name', String.raw`{"\udc00":1}`],
    ['a number beyond a double', '[1e999]'],
    ['a negative number beyond a double', '{"a":-1e999}'],
    ['one level too many', nested(MAX_JSON_DEPTH + 1)],
    ['a hundred thousand levels', nested(100_000)],
    ['a hundred thousand opened levels', '{"a":'.repeat(100_000)],
    ['one member too many', wideObject(MAX_JSON_MEMBERS + 1)],
    ['one entry too many', wideArray(MAX_JSON_MEMBERS + 1)],
    ['a byte order mark', '\ufeff{}'],
  ])('refuses %s', (_, text) => {
    expect(refusalOf(text).code).toBe('bad_request')
  })

  it.each([
    ['a byte that starts nothing', [0x22, 0xff, 0x22]],
    ['an over-long slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['a surrogate in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a cut character', [0x22, 0xe2, 0x82]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])('refuses %s', (_, bytes) => {
    expect(refusalOf(Uint8Array.from(bytes)).code).toBe('bad_request')
  })

  it('takes the deepest and the widest document that are allowed', () => {
    expect(() => readJson(bytesOf(nested(MAX_JSON_DEPTH)))).not.toThrow()
    expect(readJson(bytesOf(wideArray(MAX_JSON_MEMBERS)))).toHaveLength(MAX_JSON_MEMBERS)
    expect(Object.keys(readJson(bytesOf(wideObject(MAX_JSON_MEMBERS))) as object)).toHaveLength(MAX_JSON_MEMBERS)
  })

  it('counts entries of each array by itself, and brackets in texts not at all', () => {
    const two = `[${wideArray(6_000)},${wideArray(6_000)},"${'[{,:'.repeat(20_000)}","\\"[[",{"a":"}:,"}]`

    expect(readJson(bytesOf(two))).toHaveLength(5)
  })

  it('keeps pairs of surrogates, escapes and names of built-in members as they are', () => {
    const text = String.raw`{"constructor":1,"toString":"\ud83d\ude00 \"\\\/\b","prototype":{"1":1,"0":2}}`

    expect(readJson(bytesOf(text))).toEqual(JSON.parse(text))
  })
})

/** By another way than the reader's: every member is written again with a number, and none may get lost. */
function hasNoDuplicates(text: string, parsed: unknown): boolean {
  const outsideTexts = text.replace(/"(?:[^"\\]|\\.)*"/g, '')
  const written = outsideTexts.split(':').length - 1
  let kept = 0
  JSON.stringify(parsed, (_, value: unknown) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) kept += Object.keys(value).length
    return value
  })
  return written === kept
}
