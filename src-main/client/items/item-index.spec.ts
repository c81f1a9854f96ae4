// Proves docs/contract/window.md, Everywhere: lists.

import { expect, it } from 'vitest'
import type { Account } from '../account/account.ts'
import type { ItemShares } from '../shares/share-index.ts'
import { createItemIndex } from './item-index.ts'

interface Made {
  readonly id: string
  readonly own?: boolean
  readonly slots?: number
  readonly tag?: string
}

/** An item as far as rows are made of it. */
const itemOf = ({ id, own = true, slots = 0, tag }: Made) => ({
  id,
  label: id,
  name: id,
  item_template_label: 'Custom',
  own,
  owner_id: own ? 'me' : 'other',
  slot_ids: Array.from({ length: slots }, (_, number) => `${id}-${number}`),
  classification_node_ids: tag === undefined ? [] : [tag],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
})

const sharesOf = (shares_count: number, name?: string): ItemShares => ({
  shares_count,
  share_id: name ?? null,
  share_state: name === undefined ? null : 'accepted',
  sender: name === undefined ? null : { user_id: name, name, connected: true },
  recipients: new Set(),
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
