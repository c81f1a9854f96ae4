import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { faultyFieldsError } from './errors.ts'
import { listOf } from './values.ts'

describe('listOf', () => {
  const list = listOf(z.string(), 3)

  it('accepts lists up to the limit', () => {
    expect(list.parse([])).toEqual([])
    expect(list.parse(['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
  })

  it('names the length and not the entries, when there are more', () => {
    const { error } = list.safeParse(Array(1_000_000).fill(5))
    expect(error?.issues).toMatchObject([{ code: 'custom', path: [], message: 'must not have more than 3 entries' }])
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

describe('faultyFieldsError', () => {
  it('lists at most 100 fields, beginning with the first', () => {
    const fields = Array.from({ length: 5_000 }, (_, index) => ({
      path: `list[${index}]`,
      code: 'invalid_params' as const,
      message: `list[${index}] is wrong`,
    }))

    const error = faultyFieldsError(fields)

    expect(error.extraInfo['parameter']).toBe('list[0]')
    expect(error.extraInfo['fields']).toHaveLength(100)
    expect(error.others).toHaveLength(99)
    expect(error.others.at(-1)?.message).toBe('list[99] is wrong')
  })
})
