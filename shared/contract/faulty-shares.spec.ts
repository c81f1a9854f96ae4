// Proves docs/contract/vault.md, Shares: faults.

import { describe, expect, it } from 'vitest'
import { faultyShares } from './faulty-shares.ts'

const describeFaults = faultyShares('shares', 'more')
const shown = (body: unknown, ...paths: string[]) =>
  describeFaults(
    body,
    paths.map((path) => ({ path })),
  )

describe('faultyShares', () => {
  const body = {
    shares: [
      { recipient_id: 'a', terms: 'fine' },
      { recipient_id: 'b', terms: 'x', slot_values: [{ slot_id: 's', encrypted_value: 'v' }, { slot_id: 't' }] },
    ],
    more: [{ share_id: 'c', expires_at: 'soon' }],
  }

  it('shows the faulty keys of faulty entries as they were sent, with what identifies them', () => {
    expect(shown(body, 'shares[1].terms')).toEqual({ shares: [{ index: 1, recipient_id: 'b', terms: 'x' }] })
    expect(shown(body, 'more[0].expires_at')).toEqual({ more: [{ index: 0, share_id: 'c', expires_at: 'soon' }] })
    expect(shown(body, 'shares[1].slot_values[1].encrypted_value', 'shares[0].encrypted_dek')).toEqual({
      shares: [
        { index: 0, recipient_id: 'a' },
        { index: 1, recipient_id: 'b', slot_values: [{ index: 1, slot_id: 't' }] },
      ],
    })
  })

  it('shows nothing of faults elsewhere, of bodies that are none, and of long texts', () => {
    expect(shown(body, 'shares', 'other[0].x')).toEqual({})
    expect(shown({ shares: 'text' }, 'shares[0].terms')).toEqual({})
    expect(shown(null, 'shares[0].terms')).toEqual({})
    expect(shown({ shares: [7] }, 'shares[0].terms')).toEqual({ shares: [{ index: 0 }] })
    const long = shown({ shares: [{ terms: 'y'.repeat(5_000), slot_id: 's' }] }, 'shares[0].terms')
    expect(long).toEqual({ shares: [{ index: 0, slot_id: 's' }] })
  })

  it.each<[sent: unknown, shown: object]>([
    [undefined, {}],
    [null, { slot_values: null }],
    [[], { slot_values: [] }],
    ['text', { slot_values: 'text' }],
    ['x'.repeat(5_000), {}],
    [[{ slot_id: 's' }], { slot_values: [] }],
  ])('shows of slot_values that are faulty as a whole nothing that was not sent: %j', (slot_values, faulty) => {
    const sent = { shares: [{ recipient_id: 'a', ...(slot_values !== undefined && { slot_values }) }] }
    expect(shown(sent, 'shares[0].slot_values')).toEqual({ shares: [{ index: 0, recipient_id: 'a', ...faulty }] })
  })

  it('shows what is no text where it is short, and leaves out what is as large as a body', () => {
    const large = { text: ['y'.repeat(5_000)] }
    const wide = Array(5_000).fill({})
    const keys = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`member ${index}`, null]))
    for (const value of [large, wide, keys, [[large]]]) {
      const entry = { item_id: value, recipient_id: { a: [1, 'x'] }, terms: value }
      expect(shown({ shares: [entry] }, 'shares[0].terms', 'shares[0].x')).toEqual({
        shares: [{ index: 0, recipient_id: { a: [1, 'x'] } }],
      })
    }
  })
})
