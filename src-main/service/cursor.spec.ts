// Proves docs/contract/vault.md, Lists.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ServiceError } from '../../shared/contract/errors.ts'
import { decodeCursor, encodeCursor, pageOf, pagingFields, readPageRequest } from './cursor.ts'

const ID = '01890000-0000-7000-8000-000000000001'
const base64url = (text: string) => Buffer.from(text).toString('base64url')

describe('cursor', () => {
  it('decodeCursor › gives back what was encoded, for any sort value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (sortValue) => {
        const text = encodeCursor({ sortValue, id: ID })

        expect(text).toMatch(/^[A-Za-z0-9_-]+$/)
        expect(decodeCursor(text)).toEqual({ sortValue, id: ID })
      }),
    )
  })

  it.each([
    ['no Base64', 'not base64!'],
    ['no JSON', base64url('no json')],
    ['no list', base64url('{"0":"a","1":"b"}')],
    ['one entry', base64url('["2026-01-01T00:00:00.000Z"]')],
    ['a number as sort value', base64url(`[1,"${ID}"]`)],
    ['no id', base64url('["2026-01-01T00:00:00.000Z","x"]')],
  ])('decodeCursor › refuses %s', (_, text) => {
    expect(() => decodeCursor(text)).toThrow(expect.objectContaining({ code: 'invalid_cursor' }) as ServiceError)
  })

  it('readPageRequest › starts at the beginning with 100 rows, without parameters or with an empty cursor', () => {
    const first = { after: undefined, perPage: 100, order: 'asc' }

    expect(readPageRequest({})).toEqual(first)
    expect(readPageRequest({ next_page_after: '' })).toEqual(first)
    expect(readPageRequest({}, 'desc').order).toBe('desc')
  })

  it('pageOf › names the last kept row as the place to continue, only when there is more', () => {
    const place = (row: string) => ({ sortValue: row, id: ID })

    expect(pageOf(['a', 'b', 'c'], 2, place)).toEqual({ rows: ['a', 'b'], next: { sortValue: 'b', id: ID } })
    expect(pageOf(['a', 'b'], 2, place)).toEqual({ rows: ['a', 'b'], next: undefined })
  })

  it('pagingFields › never names a next page on the last one', () => {
    const request = readPageRequest({ per_page: 2 })

    expect(pagingFields({ rows: [], next: undefined }, request)).toEqual({
      next_page_after: null,
      meta: [{ next_page_exists: false, per_page: 2, order: 'asc', order_by: 'created_at' }],
    })
    expect(pagingFields({ rows: [], next: { sortValue: 'a', id: ID } }, request)).toMatchObject({
      next_page_after: encodeCursor({ sortValue: 'a', id: ID }),
      meta: [{ next_page_exists: true }],
    })
  })
})
