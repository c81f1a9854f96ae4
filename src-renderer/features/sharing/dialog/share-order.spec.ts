// Proves docs/contract/window.md, Sharing.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RefusedShare } from './share-order.ts'
import { callsFor, callsForRefused, MAX_ITEMS, MAX_RECIPIENTS, shareTermsForm } from './share-order.ts'

const NOW_MS = Date.parse('2026-11-22T10:00:00.000Z')
const refused = (item_id: string, recipient_id: string): RefusedShare => ({
  item_id,
  slot_id: null,
  recipient_id,
  code: 'x',
  message: 'x',
})
const pairsOf = (calls: ReturnType<typeof callsFor>): string[] =>
  calls.flatMap(({ items, recipient_ids }) =>
    recipient_ids.flatMap((person) => items.map(({ item_id }) => `${item_id} ${person}`)),
  )

describe('callsFor', () => {
  it('makes calls that are short enough to be stopped between two of them', () => {
    const items = Array.from({ length: MAX_ITEMS }, (_, index) => ({ item_id: String(index), slot_id: null }))
    const people = Array.from({ length: MAX_RECIPIENTS }, (_, index) => String(index))
    expect(callsFor(items.slice(0, 1), people.slice(0, 1))).toHaveLength(1)
    expect(callsFor(items, people.slice(0, 1))).toHaveLength(5)
    for (const count of [1, 2, 19, MAX_RECIPIENTS]) {
      const calls = callsFor(items, people.slice(0, count))
      for (const call of calls) expect(call.items.length * call.recipient_ids.length).toBeLessThanOrEqual(200)
      expect(new Set(pairsOf(calls)).size).toBe(MAX_ITEMS * count)
    }
  })

  it('makes every share but those left out', () => {
    const items = ['a', 'b', 'c'].map((item_id) => ({ item_id, slot_id: null }))
    const pair = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2', '3'))
    fc.assert(
      fc.property(fc.uniqueArray(pair, { selector: String }), (pairs) => {
        const out = new Set(pairs.map((one) => one.join(' ')))
        const made = pairsOf(callsFor(items, ['1', '2', '3'], ({ item_id }, person) => out.has(`${item_id} ${person}`)))
        expect(new Set([...made, ...out]).size).toBe(9)
        expect(made).toHaveLength(9 - out.size)
      }),
    )
  })
})

describe('callsForRefused', () => {
  it('lets people who lack the same items share one call', () => {
    const calls = callsForRefused([refused('a', '1'), refused('b', '1'), refused('b', '2'), refused('a', '2')])
    expect(calls).toHaveLength(1)
  })

  it('tries each refused share once, and no other one', () => {
    const pair = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2', '3', '4'))
    fc.assert(
      fc.property(fc.uniqueArray(pair, { selector: String }), (pairs) => {
        const tried = pairsOf(callsForRefused(pairs.map(([item, person]) => refused(item, person))))
        expect([...tried].sort()).toEqual(pairs.map((one) => one.join(' ')).sort())
      }),
    )
  })
})

describe('shareTermsForm', () => {
  const form = shareTermsForm(() => NOW_MS)
  const typed = { expiry: 'never', date: '', acceptance: 'acceptance_required', terms: '  ', onward: false } as const

  it('gives no terms for empty ones, and no end for never', () => {
    expect(form.parse(typed)).toMatchObject({ terms: null, expires_at: null })
  })

  it('refuses a day that is over, at the date', () => {
    const { error } = form.safeParse({ ...typed, expiry: 'date', date: '2026-11-21' })
    expect(error?.issues[0]?.path).toEqual(['date'])
  })

  it('counts days from now', () => {
    expect(form.parse({ ...typed, expiry: 'day' }).expires_at).toBe('2026-11-23T10:00:00.000Z')
  })
})
