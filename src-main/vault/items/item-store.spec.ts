// Proves docs/contract/vault.md, Lists, Items: filters.

import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { NO_ITEM_FIELDS } from '../../../shared/contract/items.ts'
import type { ItemStore, StoredItem } from './item-store.ts'
import { storedItemFields } from './item-rules.ts'
import type { ItemFilter } from '../../../shared/contract/items.ts'
import { emptySlot } from './slot-rules.ts'
import { openDatabase } from '../../sqlite/database.ts'
import type { Connection } from '../../sqlite/database.ts'
import { shareStore } from '../shares/share-store.ts'
import type { StoredShare } from '../shares/share-store.ts'
import { itemPages } from './item-page-store.ts'
import { itemStore, SLOTS_OF_ITEM_SQL, SLOTS_OF_ITEMS_SQL } from './item-store.ts'
import { classificationStore } from '../classification/classification-store.ts'
import { migrate } from '../../sqlite/migrate.ts'
import { MIGRATIONS } from '../../sqlite/migrations/all.ts'

const TIME = '2026-01-01T00:00:00.000Z'

function emptyDatabase(): Connection {
  const connection = openDatabase({ path: ':memory:' })
  migrate(connection, MIGRATIONS)
  for (const id of ['ada', 'bob', 'cyd']) {
    connection.prepare("INSERT INTO users (id, user_type, joined_at) VALUES (?, 'human', ?)").run(id, TIME)
  }
  return connection
}

function anItem(fields: Partial<StoredItem>): StoredItem {
  return {
    ...{ id: 'item', user_id: 'ada', owner_id: 'ada', original_id: null, share_id: null, item_template_id: 't0' },
    ...{ item_template_label: 'T', name: 'n0', label: 'L', ordinal: 1, visible: 1 },
    ...storedItemFields({}, NO_ITEM_FIELDS),
    created_at: TIME,
    updated_at: TIME,
    ...fields,
  }
}

describe('item store, query plans', () => {
  const connection = emptyDatabase()
  const planOf = (sql: string) =>
    connection
      .prepare<[string], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all('[]')
      .map(({ detail }) => detail)

  it('the slots of one item and of many are read in the order of the key', () => {
    expect(planOf(SLOTS_OF_ITEM_SQL)).toEqual(['SEARCH slots USING PRIMARY KEY (item_id=?)'])
    const many = planOf(SLOTS_OF_ITEMS_SQL)
    expect(many[0]).toBe('SEARCH slots USING PRIMARY KEY (item_id=?)')
    expect(many.join()).not.toContain('TEMP B-TREE')
  })
})

const choice = <Value>(...values: Value[]) => fc.constantFrom<(Value | undefined)[]>(undefined, ...values)

const filters: fc.Arbitrary<ItemFilter> = fc.record({
  name: choice('n0', 'n1'),
  item_ids: choice(['item-0', 'item-3', 'item-8'], []),
  own: choice(true, false),
  owner_id: choice('ada', 'bob'),
  classification_node_names: choice(['node-0', 'node-1'], ['none']),
  classification_node_name: choice('node-0'),
  classification_scheme_name: choice('s0', 's1'),
  template_ids: choice(['t0'], ['t0', 't1'], ['t2', 'none'], []),
  original_ids: choice(['original-5', 'original-10']),
  shared_with: choice('cyd', 'bob'),
})

/** An item with what filters ask about it, read one by one. */
interface Facts extends StoredItem {
  readonly nodes: readonly { readonly name: string; readonly scheme: string }[]
  readonly sharedWith: readonly string[]
}

function fits(item: Facts, filter: ItemFilter): boolean {
  const { name, item_ids, original_ids, own, owner_id, template_ids, shared_with, ...byNode } = filter
  const { classification_scheme_name: scheme, classification_node_name, classification_node_names } = byNode
  const has = (names: readonly string[] | undefined) =>
    item.nodes.some((node) => (names?.includes(node.name) ?? true) && (scheme ?? node.scheme) === node.scheme)
  return [
    (name ?? item.name) === item.name,
    item_ids?.includes(item.id) ?? true,
    original_ids?.includes(item.original_id ?? '') ?? true,
    (own ?? item.owner_id === 'ada') === (item.owner_id === 'ada'),
    (owner_id ?? item.owner_id) === item.owner_id,
    template_ids?.includes(item.item_template_id) ?? true,
    shared_with === undefined || item.sharedWith.includes(shared_with),
    classification_node_name === undefined || has([classification_node_name]),
    classification_node_names === undefined || has(classification_node_names),
    scheme === undefined || has(undefined),
  ].every(Boolean)
}

const aShare = (fields: Partial<StoredShare>): StoredShare => ({
  ...{ id: 'share', owner_id: 'ada', sender_id: 'ada', recipient_id: 'cyd', item_id: 'item', slot_id: null },
  ...{ public_key: 'k', keypair_external_id: null, encrypted_dek: null, sharing_mode: 'anyone', terms: null },
  ...{ acceptance_required: 'accepted', expires_at: null, created_at: TIME, values_in_copy: 0 },
  ...fields,
})

describe('item store, filters', () => {
  let items: ItemStore
  /** As where every filter finds too many to be counted. */
  let pageOfMany: ItemStore['pageOfItems']
  let facts: readonly Facts[]

  beforeAll(() => {
    const connection = emptyDatabase()
    items = itemStore(connection)
    pageOfMany = itemPages(connection, 0)
    const classification = classificationStore(connection)
    for (const id of ['s0', 's1']) {
      classification.addScheme({ id, name: id, label: id, description: null, owned_by_user: 0, created_at: TIME })
      for (const name of ['node-0', 'node-1']) {
        classification.addNode({
          ...{ id: `${id}/${name}`, scheme_id: id, user_id: null, name, label: name, description: null, ordinal: 0 },
          ...{ background_color: null, label_translations: null, image_id: null, created_at: TIME },
        })
      }
    }
    const shares = shareStore(connection)
    let shareNumber = 0
    const share = (fields: Partial<StoredShare>) => shares.add(aShare({ id: `share-${(shareNumber += 1)}`, ...fields }))
    for (let number = 0; number < 48; number += 1) {
      const id = `item-${number}`
      const isCopy = number % 5 === 0
      // Several were made at the same moment.
      const created_at = `2026-01-0${1 + Math.floor(((number * 7) % 48) / 6)}T00:00:00.000Z`
      const fields = { name: `n${number % 2}`, item_template_id: `t${number % 3}`, created_at }
      const original_id = isCopy ? `original-${number}` : null
      if (isCopy) items.addItem(anItem({ id: `original-${number}`, user_id: 'bob', owner_id: 'bob', ...fields }))
      items.addItem(anItem({ id, owner_id: isCopy ? 'bob' : 'ada', original_id, ...fields }))
      const nodes = number % 3 < 2 ? [`s${number % 2}/node-${number % 3}`] : []
      if (number % 4 === 0) nodes.push('s0/node-1', 's1/node-1')
      for (const node_id of new Set(nodes)) {
        classification.addLink({ item_id: id, slot_id: null, node_id, user_id: 'ada' })
      }
      const given = isCopy ? { owner_id: 'bob', item_id: `original-${number}` } : { item_id: id }
      const acceptance = (['accepted', 'acceptance_not_required', 'acceptance_required', 'rejected'] as const)[
        number % 4
      ]
      if (number % 3 === 0) share({ ...given, ...(acceptance && { acceptance_required: acceptance }) })
      // Slots of it alone, besides.
      if (number % 6 === 0) for (const slot_id of ['x', 'y', 'z']) share({ ...given, slot_id })
      // Passed on by somebody who got it: its owner sees that as well.
      if (number % 7 === 0 && !isCopy) share({ ...given, sender_id: 'cyd', recipient_id: 'bob' })
    }
    items.addItem(anItem({ id: 'item-of-bob', user_id: 'bob', owner_id: 'bob' }))
    // Not of an item of hers, and not sent by her.
    share({ owner_id: 'bob', sender_id: 'bob', recipient_id: 'cyd', item_id: 'item-of-bob' })
    facts = readFacts(connection)
  })

  function readFacts(from: Connection): readonly Facts[] {
    const of = <Row>(sql: string) => from.prepare<[], Row>(sql).all()
    const links = of<{ item_id: string; name: string; scheme: string }>(/* sql */ `
      SELECT c.item_id, n.name, s.name AS scheme FROM classifications c
      JOIN classification_nodes n ON n.id = c.node_id JOIN classification_schemes s ON s.id = n.scheme_id`)
    const active = of<StoredShare>("SELECT * FROM shares WHERE acceptance_required <> 'rejected'")
    const sorted = of<StoredItem>("SELECT * FROM items WHERE user_id = 'ada' ORDER BY created_at, id")
    return sorted.map((item) => ({
      ...item,
      nodes: links.filter(({ item_id }) => item_id === item.id),
      sharedWith: active
        .filter(({ item_id, owner_id, sender_id }) =>
          item.owner_id === 'ada'
            ? item_id === item.id && owner_id === 'ada'
            : item_id === item.original_id && sender_id === 'ada',
        )
        .map(({ recipient_id }) => recipient_id),
    }))
  }

  const idsOf = (filter: ItemFilter, pageOfItems = items.pageOfItems) => {
    const page = { after: undefined, perPage: 500, order: 'asc' } as const
    return pageOfItems('ada', filter, page).rows.map(({ id }) => id)
  }

  it('pageOfItems › a further filter never widens the list, and none leaves the vault of the user', () => {
    const all = new Set(idsOf({}))
    expect(all.size).toBe(48)
    fc.assert(
      fc.property(filters, filters, (left, right) => {
        const both = Object.fromEntries([...Object.entries(right), ...given(left)])
        const of = new Set(idsOf(left))

        expect([...of].every((id) => all.has(id))).toBe(true)
        expect(idsOf(both).every((id) => of.has(id))).toBe(true)
      }),
    )
  })

  it('pageOfItems › finds what every item of the user, compared one by one, would answer', () => {
    const found = new Set<string>()
    fc.assert(
      fc.property(filters, (filter) => {
        const expected = facts.filter((item) => fits(item, filter)).map(({ id }) => id)

        expect(idsOf(filter)).toEqual(expected)
        expect(idsOf(filter, pageOfMany)).toEqual(expected)
        if (expected.length > 0)
          found.add(
            Object.keys(filter)
              .filter((name) => name in filter && filter[name as keyof ItemFilter] !== undefined)
              .join(),
          )
      }),
      { numRuns: 500 },
    )
    // How many sets of filters find something depends on the draw: 19 to 40.
    expect(found.size).toBeGreaterThan(10)
  })

  it('pageOfItems › pages of any size put together are the whole list', () => {
    fc.assert(
      fc.property(filters, fc.integer({ min: 1, max: 9 }), fc.constantFrom('asc', 'desc'), (filter, perPage, order) => {
        const ids: string[] = []
        let after: { sortValue: string; id: string } | undefined
        do {
          const page = items.pageOfItems('ada', filter, { after, perPage, order })
          ids.push(...page.rows.map(({ id }) => id))
          after = page.next
        } while (after !== undefined)

        expect(order === 'asc' ? ids : ids.toReversed()).toEqual(idsOf(filter))
      }),
    )
  })

  it('slotsOfItem › comes by ordinal, then by age; slotsOfItems keeps the slots of an item together', () => {
    const add = (id: string, ordinal: number, created_at: string, item_id = 'item-0') =>
      items.addSlot({ ...emptySlot(item_id, created_at), id, ordinal, name: id, label: id })
    add('late', 1, '2026-01-02T00:00:00.000Z')
    add('early', 1, TIME)
    add('first', 0, '2026-01-03T00:00:00.000Z')
    add('other', 0, TIME, 'item-1')

    expect(items.slotsOfItem('item-0').map(({ id }) => id)).toEqual(['first', 'early', 'late'])
    expect(items.slotsOfItems(['item-1', 'item-0']).map(({ id }) => id)).toEqual(['first', 'early', 'late', 'other'])
  })
})

function given(filter: ItemFilter): [string, unknown][] {
  return Object.entries(filter).filter(([, value]) => value !== undefined)
}
