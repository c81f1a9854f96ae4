// Proves docs/contract/vault.md, Lists, Items: filters.

import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { eachItemText } from '../../../shared/contract/items.ts'
import type { SortOrder } from '../../../shared/contract/paging.ts'
import type { ItemStore, StoredItem } from './item-store.ts'
import type { ItemFilter } from '../../../shared/contract/items.ts'
import { emptySlot } from './slot-rules.ts'
import { openDatabase } from '../../sqlite/database.ts'
import type { Connection } from '../../sqlite/database.ts'
import { itemPageSql } from './item-page-sql.ts'
import { itemStore, SLOTS_OF_ITEM_SQL, SLOTS_OF_ITEMS_SQL } from './item-store.ts'
import { classificationStore } from '../classification/classification-store.ts'
import { migrate } from '../../sqlite/migrate.ts'
import { MIGRATIONS } from '../../sqlite/migrations/all.ts'

const TIME = '2026-01-01T00:00:00.000Z'
const AFTER = { sortValue: TIME, id: 'item-1' }

function emptyDatabase(): Connection {
  const connection = openDatabase({ path: ':memory:' })
  migrate(connection, MIGRATIONS)
  for (const id of ['ada', 'bob']) {
    connection.prepare("INSERT INTO users (id, user_type, joined_at) VALUES (?, 'human', ?)").run(id, TIME)
  }
  return connection
}

function anItem(fields: Partial<StoredItem>): StoredItem {
  return {
    ...{ id: 'item', user_id: 'ada', owner_id: 'ada', original_id: null, share_id: null, item_template_id: 't0' },
    ...{ item_template_label: 'T', name: 'n0', label: 'L', ordinal: 1, visible: 1 },
    ...eachItemText(() => null),
    created_at: TIME,
    updated_at: TIME,
    ...fields,
  }
}

describe('item store, query plans', () => {
  const connection = emptyDatabase()
  const planOf = (sql: string, parameters: unknown) =>
    connection
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(parameters)
      .map(({ detail }) => detail)
  const pagePlan = (filter: ItemFilter, order: SortOrder, after?: typeof AFTER) =>
    planOf(itemPageSql(filter, { after, order }), {
      ...{ userId: 'ada', ...after, limit: 101, name: 'x', owner_id: 'ada' },
      ...{ item_ids: '[]', template_ids: '[]', classification_node_names: '[]' },
      ...{ classification_node_name: 'x', classification_scheme_name: 'x' },
    })

  it.each(['asc', 'desc'] as const)('the first and a deep page are read in the order of the index, %s', (order) => {
    expect(pagePlan({}, order)).toEqual(['SEARCH i USING INDEX items_of_user (user_id=?)'])
    expect(pagePlan({}, order, AFTER)).toEqual([
      `SEARCH i USING INDEX items_of_user (user_id=? AND (created_at,id)${order === 'asc' ? '>' : '<'}(?,?))`,
    ])
  })

  it('a page by name is read in the order of its index', () => {
    expect(pagePlan({ name: 'x' }, 'asc', AFTER)).toEqual([
      'SEARCH i USING INDEX items_of_user_by_name (user_id=? AND name=? AND (created_at,id)>(?,?))',
    ])
  })

  it('a page by ids looks up just these ids', () => {
    expect(pagePlan({ item_ids: ['a'] }, 'asc')[0]).toBe('SEARCH i USING PRIMARY KEY (id=?)')
  })

  it('a page of one template, and of duplicates, is read in the order of its index', () => {
    expect(pagePlan({ template_ids: ['t'] }, 'asc', AFTER)[0]).toBe(
      'SEARCH i USING INDEX items_by_template (item_template_id=? AND user_id=? AND (created_at,id)>(?,?))',
    )
    expect(pagePlan({ own: false }, 'desc', AFTER)[0]).toBe(
      'SEARCH i USING INDEX duplicates_of_user (user_id=? AND (created_at,id)<(?,?))',
    )
  })

  it('a page of a node that classifies few looks up just these items', () => {
    const sql = itemPageSql({ classification_node_name: 'x' }, { after: undefined, order: 'asc', fewClassified: true })
    const plan = planOf(sql, { userId: 'ada', limit: 101, classification_node_name: 'x' }).join('\n')

    expect(plan).toContain('SEARCH i USING PRIMARY KEY (id=?)')
    expect(plan).toContain('SEARCH c USING INDEX classifications_by_node (node_id=? AND user_id=?)')
    expect(plan).not.toContain('SCAN i')
  })

  it('other filters never sort', () => {
    const filters: ItemFilter[] = [
      { own: true },
      { owner_id: 'ada' },
      { template_ids: ['t', 'u'] },
      { classification_node_names: ['x'], classification_scheme_name: 'x' },
    ]
    for (const filter of filters) {
      const plan = pagePlan(filter, 'asc', AFTER)
      expect(plan[0]).toMatch(/^SEARCH i USING INDEX items_of_user /)
      expect(plan.join()).not.toContain('TEMP B-TREE')
    }
  })

  it('the slots of one item and of many are read in the order of the key', () => {
    expect(planOf(SLOTS_OF_ITEM_SQL, ['a'])).toEqual(['SEARCH slots USING PRIMARY KEY (item_id=?)'])
    const many = planOf(SLOTS_OF_ITEMS_SQL, ['[]'])
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
  template_ids: choice(['t0'], ['t0', 't1']),
})

describe('item store, filters', () => {
  let items: ItemStore
  let connection: Connection

  beforeAll(() => {
    connection = emptyDatabase()
    items = itemStore(connection)
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
    for (let number = 0; number < 24; number += 1) {
      const id = `item-${number}`
      const fields = { name: `n${number % 2}`, item_template_id: `t${number % 3}` }
      items.addItem(anItem({ id, owner_id: number % 5 === 0 ? 'bob' : 'ada', ...fields }))
      const nodeId = `s${number % 2}/node-${number % 3}`
      if (number % 3 < 2) classification.addLink({ item_id: id, slot_id: null, node_id: nodeId, user_id: 'ada' })
    }
    items.addItem(anItem({ id: 'item-of-bob', user_id: 'bob', owner_id: 'bob' }))
  })

  const idsOf = (filter: ItemFilter) => {
    const page = { after: undefined, perPage: 500, order: 'asc' } as const
    return items.pageOfItems('ada', filter, page).rows.map(({ id }) => id)
  }

  it('pageOfItems › a further filter never widens the list, and none leaves the vault of the user', () => {
    const all = new Set(idsOf({}))
    expect(all.size).toBe(24)
    fc.assert(
      fc.property(filters, filters, (left, right) => {
        const both = Object.fromEntries([...Object.entries(right), ...given(left)])
        const of = new Set(idsOf(left))

        expect([...of].every((id) => all.has(id))).toBe(true)
        expect(idsOf(both).every((id) => of.has(id))).toBe(true)
      }),
    )
  })

  it('pageOfItems › finds the same items whether it starts from the nodes or from all items', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const sql = itemPageSql(filter, { after: undefined, order: 'asc', fewClassified: false })
        const fromAll = connection.prepare<object, StoredItem>(sql).all({
          ...filter,
          userId: 'ada',
          limit: 500,
          item_ids: JSON.stringify(filter.item_ids),
          template_ids: JSON.stringify(filter.template_ids),
          classification_node_names: JSON.stringify(filter.classification_node_names),
        })

        expect(fromAll.map(({ id }) => id)).toEqual(idsOf(filter))
      }),
    )
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
