// Proves docs/contract/vault.md, Values, Cipher text.

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { textOf } from '../phrase.ts'
import { ruleOf, ruleText } from '../rule-text.ts'
import { faultyFieldsError } from './errors.ts'
import { failsWith, enumOf, listOf, QueryList, queryListOf, wholeNumber } from './values.ts'

const rulesOf = (error: z.ZodError | undefined) => error?.issues.map((issue) => textOf(ruleOf(issue))) ?? []

describe('listOf', () => {
  const list = listOf(z.string(), 3)

  it('accepts lists up to the limit', () => {
    expect(list.parse([])).toEqual([])
    expect(list.parse(['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
  })

  it('names the length and not the entries, when there are more', () => {
    const { error } = list.safeParse(Array(1_000_000).fill(5))
    expect(error?.issues).toMatchObject([{ code: 'custom', path: [] }])
    expect(rulesOf(error)).toEqual(['must not have more than 3 entries'])
  })

  it('names the faulty entries of a list within the limit, and what is no list', () => {
    expect(list.safeParse(['a', 5, 6]).error?.issues.map(({ path }) => path)).toEqual([[1], [2]])
    expect(list.safeParse('abc').success).toBe(false)
    expect(list.safeParse({ length: 1, 0: 'a' }).success).toBe(false)
  })

  it('keeps the schema of its entries for the documents', () => {
    expect(z.toJSONSchema(list, { io: 'input', unrepresentable: 'any' })).toMatchObject({
      type: 'array',
      items: { type: 'string' },
    })
  })
})

describe('lists in a query', () => {
  const States = z.enum(['todo', 'done'])
  const list = queryListOf(States)

  it.each([
    ['todo', ['todo']],
    ['todo, done,,', ['todo', 'done']],
    [
      ['todo', 'done'],
      ['todo', 'done'],
    ],
    ['', []],
  ])('read %j', (sent, read) => {
    expect(list.parse(sent)).toEqual(read)
    expect(QueryList.parse(sent)).toEqual(read)
  })

  it('are wrong as a whole, and say which entries there are', () => {
    for (const sent of ['todo,lost', ['lost'], { lost: 'todo' }, [5]]) {
      const { error } = list.safeParse(sent)
      expect(error?.issues).toMatchObject([{ code: 'custom', path: [] }])
      expect(rulesOf(error)).toEqual(['must be some of todo, done'])
    }
  })

  it('have at most 500 entries', () => {
    expect(QueryList.safeParse(Array(500).fill('a').join()).success).toBe(true)
    const { error } = QueryList.safeParse(Array(501).fill('a').join())
    expect(error?.issues).toMatchObject([{ path: [] }])
    expect(rulesOf(error)).toEqual(['must not have more than 500 entries'])
  })

  it('are described as lists of their values', () => {
    const named = queryListOf(States.meta({ id: 'SpecState' }))

    expect(z.toJSONSchema(named, { io: 'input', unrepresentable: 'any' })).toMatchObject({
      type: 'array',
      items: { $ref: '#/$defs/SpecState' },
    })
  })
})

describe('enumOf', () => {
  const kind = enumOf(z.enum(['a', 'b']), failsWith('invalid_slot_type', 'must be a or b'))

  it('has the code and the sentence of its rule for every other value', () => {
    expect(kind.parse('b')).toBe('b')
    for (const other of ['c', 5, null]) {
      expect(kind.safeParse(other).error?.issues).toMatchObject([
        { code: 'custom', message: 'must be a or b', params: { code: 'invalid_slot_type' } },
      ])
    }
  })
})

describe('faultyFieldsError', () => {
  it('lists at most 100 fields, beginning with the first', () => {
    const fields = Array.from({ length: 5_000 }, (_, index) => ({
      path: `list[${index}]`,
      code: 'invalid_params' as const,
      rule: 'is wrong',
    }))

    const error = faultyFieldsError(fields)

    expect(error.extraInfo['parameter']).toBe('list[0]')
    expect(error.extraInfo['fields']).toHaveLength(100)
    expect(error.others).toHaveLength(99)
    expect(error.others.at(-1)?.message).toBe('`list[99]` is wrong.')
  })
})

describe('wholeNumber', () => {
  const number = wholeNumber(0, 500)

  it.each([0, 500, '0', '7', '0500'])('takes %j', (value) => {
    expect(number.parse(value)).toBe(Number(value))
  })

  it.each([
    '',
    ' 7',
    '1e2',
    '0x10',
    '7.0',
    '-1',
    '501',
    '9'.repeat(400),
    1.5,
    -1,
    501,
    true,
    null,
    [[7]],
    [[]],
    { valueOf: 1 },
  ])('refuses %j', (value) => {
    expect(number.safeParse(value).success).toBe(false)
  })

  it('says its bounds, whatever is wrong', () => {
    const rules = ['x', 501, {}].map((value) => rulesOf(number.safeParse(value, { error: ruleText }).error)[0])

    expect(new Set(rules)).toEqual(new Set(['must be a whole number from 0 to 500']))
  })
})
