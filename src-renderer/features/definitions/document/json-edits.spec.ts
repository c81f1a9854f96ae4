// Proves docs/contract/window.md, Definitions.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { edited, insertAt, printed, removeAt, setAt } from './json-edits.ts'

describe('edited', () => {
  it('writes one value and leaves the rest as it was typed', () => {
    const text = '{\n\t"odd":   [1,2],\n\t"name": "A"\n}'
    expect(edited(text, [setAt(['name'], 'B')])).toBe('{\n\t"odd":   [1,2],\n\t"name": "B"\n}')
  })

  it('makes the members on the way', () => {
    const text = edited('{}', [setAt(['format', 'jwt', 'alg'], ['EdDSA'])])
    expect(JSON.parse(text)).toEqual({ format: { jwt: { alg: ['EdDSA'] } } })
  })

  it('puts entries into lists, also into one that is not there', () => {
    const text = edited('{ "a": [1, 3] }', [insertAt(['a', 1], 2), insertAt(['b', 0], 'first'), insertAt(['a', 3], 4)])
    expect(JSON.parse(text)).toEqual({ a: [1, 2, 3, 4], b: ['first'] })
  })

  it('takes members and entries away', () => {
    const text = edited('{ "a": [1, 2, 3], "b": 1 }', [removeAt(['a', 1]), removeAt(['b'])])
    expect(JSON.parse(text)).toEqual({ a: [1, 3] })
  })

  it('keeps the indentation of the text', () => {
    expect(edited('{\n    "a": 1\n}', [setAt(['b'], { c: 1 })])).toBe(
      '{\n    "a": 1,\n    "b": {\n        "c": 1\n    }\n}',
    )
  })
})

const name = fc.string({ minLength: 1 }).filter((text) => text !== '__proto__')
const members = fc.dictionary(name, fc.jsonValue({ maxDepth: 3 }))
const indent = fc.constantFrom('', '  ', '\t', '    ')
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('a form edit', () => {
  it('says afterwards what the object with the new value says', () => {
    fc.assert(
      fc.property(members, name, fc.jsonValue({ maxDepth: 3 }), indent, (value, member, next, space) => {
        const text = edited(JSON.stringify(value, null, space), [setAt([member], next)])
        expect(JSON.parse(text)).toEqual(plain({ ...value, [member]: next }))
      }),
    )
  })

  it('keeps unknown members, in their order', () => {
    fc.assert(
      fc.property(members, indent, (unknown, space) => {
        const text = JSON.stringify({ ...unknown, list: [{ ...unknown, id: 'one' }] }, null, space)
        const once = edited(text, [setAt(['list', 0, 'id'], 'two'), insertAt(['list', 1], { id: 'three' })])
        expect(JSON.stringify(JSON.parse(once))).toBe(
          JSON.stringify({ ...unknown, list: [{ ...unknown, id: 'two' }, { id: 'three' }] }),
        )
      }),
    )
  })

  it('takes away what it put in', () => {
    fc.assert(
      fc.property(members, name, (value, member) => {
        fc.pre(!Object.hasOwn(value, member))
        const text = printed(value)
        expect(JSON.parse(edited(text, [setAt([member], 1), removeAt([member])]))).toEqual(plain(value))
      }),
    )
  })
})
