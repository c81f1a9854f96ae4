import type { Item } from '../../../shared/contract/items.ts'
import type { InputFor, ReplyFor } from '../../../shared/contract/operation.ts'
import type { ItemRow, workbenchItemOperations } from '../../../shared/contract/workbench-items.ts'
import type { ItemShares } from '../shares/share-index.ts'

type RowsOperation = typeof workbenchItemOperations.itemRows
export type RowsQuery = InputFor<RowsOperation>['query']
export type RowsReply = ReplyFor<RowsOperation>

type ShareKeys = 'shares_count' | 'share_state' | 'sender'

/** A row without what its shares say, and the lower-case text it is searched by. */
export interface Entry {
  readonly row: Omit<ItemRow, ShareKeys>
  readonly searched: string
}

/** The row of an item; `nodeLabels` names its tags and other classification nodes. */
export function entryOf(item: Item, nodeLabels: ReadonlyMap<string, string>): Entry {
  const tags = item.classification_node_ids.flatMap((id) => nodeLabels.get(id) ?? [])
  const { id, label, name, item_template_label, own, owner_id, slot_ids, created_at, updated_at } = item
  return {
    row: {
      id,
      label,
      name,
      item_template_label,
      own,
      owner_id,
      slots_count: slot_ids.length,
      tags,
      created_at,
      updated_at,
    },
    searched: [label, item_template_label, ...tags].join('\n').toLowerCase(),
  }
}

/** The rows that fit a query, out of a list that is in order already. */
export function answerRows(
  query: RowsQuery,
  list: readonly Entry[],
  shares: ReadonlyMap<string, ItemShares>,
): RowsReply {
  const tests = testsOf(query, shares)
  const matching = list.filter((entry) => tests.every((fits) => fits(entry)))
  return {
    rows: matching
      .slice(query.offset, query.offset + query.limit)
      .map(({ row }) => ({ ...row, ...shownShares(shares.get(row.id)) })),
    matching: matching.length,
    total: list.length,
    tags: distinct(list.flatMap(({ row }) => row.tags)),
    templates: distinct(list.map(({ row }) => row.item_template_label)),
  }
}

function shownShares(shares: ItemShares | undefined): Pick<ItemRow, ShareKeys> {
  const { shares_count = 0, share_state = null, sender = null } = shares ?? {}
  return { shares_count, share_state, sender }
}

type Test = (entry: Entry) => boolean

function testsOf(query: RowsQuery, shares: ReadonlyMap<string, ItemShares>): readonly Test[] {
  const { text, own, owner_id, shared_with, template, tags } = query
  const tests: Test[] = []
  const wanted = text?.toLowerCase() ?? ''
  if (wanted !== '') tests.push(({ searched }) => searched.includes(wanted))
  if (own !== undefined) tests.push(({ row }) => row.own === own)
  if (owner_id !== undefined) tests.push(({ row }) => row.owner_id === owner_id)
  if (shared_with !== undefined) tests.push(({ row }) => shares.get(row.id)?.recipients.has(shared_with) === true)
  if (template !== undefined) tests.push(({ row }) => row.item_template_label === template)
  if (tags !== undefined && tags.length > 0) tests.push(({ row }) => tags.some((tag) => row.tags.includes(tag)))
  return tests
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Compares two entries; equal ones by id, so that the order is always the same. */
export function inOrderOf(orderBy: RowsQuery['order_by'], order: RowsQuery['order']): (a: Entry, b: Entry) => number {
  const sign = order === 'asc' ? 1 : -1
  const compare =
    orderBy === 'label'
      ? (a: Entry['row'], b: Entry['row']) => collator.compare(a.label, b.label)
      : (a: Entry['row'], b: Entry['row']) => compareText(a[orderBy], b[orderBy])
  return (a, b) => sign * (compare(a.row, b.row) || compareText(a.row.id, b.row.id))
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort((a, b) => collator.compare(a, b))
}
