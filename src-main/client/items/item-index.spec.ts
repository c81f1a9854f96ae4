// Proves docs/contract/window.md, Everywhere: lists, Everywhere: search.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Account } from '../account/account.ts'
import type { ItemShares } from './item-index.ts'
import { createItemIndex } from './item-index.ts'

interface Made {
  readonly id: string
  readonly own?: boolean
  readonly slots?: number
  readonly tag?: string
  readonly label?: string
  /** Of a minute, when it changed last. */
  readonly second?: number
}

/** An item as far as rows are made of it. */
const itemOf = ({ id, own = true, slots = 0, tag, label = id, second = 0 }: Made) => ({
  id,
  label,
  name: id,
  item_template_label: 'Custom',
  own,
  owner_id: own ? 'me' : 'other',
  slot_ids: Array.from({ length: slots }, (_, number) => `${id}-${number}`),
  classification_node_ids: tag === undefined ? [] : [tag],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`,
})

const sharesOf = (shares_count: number, name?: string): ItemShares => ({
  shares_count,
  share_id: name ?? null,
  share_state: name === undefined ? null : 'accepted',
  sender: name === undefined ? null : { user_id: name, name, connected: true },
  recipients: new Set(),
  searched: name?.toLowerCase(),
})

function indexOver(made: readonly Made[], byItem: () => ReadonlyMap<string, ItemShares>) {
  const reply = {
    items: made.map(itemOf),
    slots: [],
    thumbnails: [],
    classification_nodes: [],
    next_page_after: null,
    meta: { next_page_exists: false },
  }
  const account = { call: () => Promise.resolve(reply) } as unknown as Account // the index calls nothing else of it
  return createItemIndex(account, { byItem: () => Promise.resolve(byItem()) })
}

it('orders items by owner, slots and shares, and follows shares that change', async () => {
  const made = [{ id: 'a', slots: 2 }, { id: 'b', own: false, slots: 10 }, { id: 'c', own: false }, { id: 'd' }]
  let shares = new Map([
    ['a', sharesOf(3)],
    ['b', sharesOf(0, 'Zoe')],
    ['c', sharesOf(1, 'Bob')],
  ])
  const index = indexOver(made, () => shares)
  const ordered = async (order_by: 'owner' | 'slots_count' | 'shares_count', order: 'asc' | 'desc' = 'asc') => {
    const { rows } = await index.rows({ order_by, order, offset: 0, limit: 10 })
    return rows.map(({ id }) => id).join('')
  }

  expect(await ordered('owner')).toBe('adcb')
  expect((await ordered('slots_count', 'desc')).slice(0, 2)).toBe('ba')
  expect(await ordered('shares_count', 'desc')).toBe('acdb')

  shares = new Map([['d', sharesOf(9)]])
  expect((await ordered('shares_count', 'desc'))[0]).toBe('d')
})

const labels = fc.string({ unit: fc.constantFrom('a', 'B', ' ', 'ü'), maxLength: 5 })
const items = fc.uniqueArray(
  fc.record({ id: fc.uuid(), own: fc.boolean(), label: labels, second: fc.nat({ max: 9 }) }),
  {
    selector: ({ id }) => id,
    maxLength: 40,
  },
)

it('finds at once what a list that is searched begins with, whether that list was read before or not', async () => {
  await fc.assert(
    fc.asyncProperty(items, labels, fc.integer({ min: 1, max: 3 }), async (made, text, limit) => {
      const shares = new Map(made.filter(({ own }) => !own).map(({ id }) => [id, sharesOf(0, 'Aba')]))
      const index = indexOver(made, () => shares)
      const find = async () => (await index.find({ text, limit })).rows.map(({ id }) => id)
      const list = async (query: object) => (await index.rows({ order: 'desc', offset: 0, limit: 100, ...query })).rows

      await list({ order_by: 'label' })
      const before = await find()
      const searched = await list({ text })
      const after = await find()

      expect(before).toEqual(searched.slice(0, limit).map(({ id }) => id))
      expect(after).toEqual(before)
      const sorted = await list({ text, order_by: 'label' })
      expect(sorted.map(({ id }) => id).toSorted()).toEqual(searched.map(({ id }) => id).toSorted())
    }),
  )
})

it('keeps the last changed of very many that fit equally well', async () => {
  const made = Array.from({ length: 300 }, (_, number) => ({ id: `Item ${number}`, second: (number * 7) % 60 }))
  const index = indexOver(made, () => new Map())

  const found = await index.find({ text: 'tem', limit: 5 })

  const newest = made.filter(({ second }) => second === 59).map(({ id }) => id)
  expect(found.rows.map(({ id }) => id)).toEqual(newest.toSorted().toReversed())
})
