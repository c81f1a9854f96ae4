import { vaultOperations } from '../../../shared/contract/index.ts'
import type { Item } from '../../../shared/contract/items.ts'
import type { ReplyFor, InputFor } from '../../../shared/contract/operation.ts'
import { MAX_PER_PAGE } from '../../../shared/contract/paging.ts'
import type { ItemRow, workbenchItemOperations } from '../../../shared/contract/workbench-items.ts'
import type { Account } from '../account/account.ts'
import type { Change } from '../change.ts'
import { pagesOf } from '../pages.ts'
import type { ShareIndex, ItemShares } from '../shares/share-index.ts'

type ItemsReply = ReplyFor<typeof vaultOperations.itemsGet>

/** A user's items by their clear fields, read through the interface like any client would, for search and scrolling. */
export interface ItemIndex {
  rows(query: RowsQuery): Promise<RowsReply>
  /** Tells the index that something changed; what it names is read again with the next call. */
  noteChange(change: Change): void
}

/** A plain scan of 100,000 short strings takes a few milliseconds, so there is no search structure to keep. */
export function createItemIndex(account: Account, shares: Pick<ShareIndex, 'byItem'>): ItemIndex {
  const entries = new Map<string, Entry>()
  const changed = new Set<string>()
  let loading: Promise<void> | undefined
  let sorted: { readonly key: string; readonly list: readonly Entry[] } | undefined

  return {
    async rows(query) {
      await load()
      await readChanged()
      return answerRows(query, inOrder(query), await shares.byItem())
    },
    noteChange({ eventable_type, eventable_id, name, value }) {
      if (name === 'tag.updated') readAgain()
      const named: unknown = value?.['item_id']
      if (eventable_type === 'Item') changed.add(eventable_id)
      else if (typeof named === 'string') changed.add(named)
    },
  }

  /** Reads everything once; a failed attempt is made again by the next caller. */
  function load(): Promise<void> {
    loading ??= loadAll().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }

  /** A renamed tag is shown with each of its items, and its event names none of them. */
  function readAgain(): void {
    entries.clear()
    sorted = undefined
    loading = undefined
  }

  async function loadAll(): Promise<void> {
    const pages = pagesOf((page) => account.call(vaultOperations.itemsGet, { query: page }))
    for await (const page of pages) keep(page)
  }

  async function readChanged(): Promise<void> {
    while (changed.size > 0) {
      const ids = [...changed].slice(0, MAX_PER_PAGE)
      const page = await account.call(vaultOperations.itemsGet, {
        query: { item_ids: ids.join(','), per_page: MAX_PER_PAGE },
      })
      for (const id of ids) {
        changed.delete(id)
        entries.delete(id)
      }
      keep(page)
      sorted = undefined
    }
  }

  function keep({ items, slots, thumbnails, classification_nodes }: ItemsReply): void {
    const labels = new Map(classification_nodes.map(({ id, label }) => [id, label]))
    const pictures = picturesOf(slots, thumbnails)
    for (const item of items) entries.set(item.id, entryOf(item, labels, pictures))
  }

  function inOrder({ order_by, order }: RowsQuery): readonly Entry[] {
    const key = `${order_by} ${order}`
    if (sorted?.key !== key) sorted = { key, list: [...entries.values()].sort(inOrderOf(order_by, order)) }
    return sorted.list
  }
}

type RowsOperation = typeof workbenchItemOperations.itemRows
type RowsQuery = InputFor<RowsOperation>['query']
type RowsReply = ReplyFor<RowsOperation>

type ShareKeys = 'shares_count' | 'share_state' | 'sender'

/** A row without what its shares say, and the lower-case text it is searched by. */
interface Entry {
  readonly row: Omit<ItemRow, ShareKeys>
  readonly searched: string
}

/** The slots whose file has a thumbnail. */
function picturesOf(slots: ItemsReply['slots'], thumbnails: ItemsReply['thumbnails']): ReadonlySet<string> {
  const pictured = new Set(thumbnails.map(({ attachment_id }) => attachment_id))
  return new Set(slots.filter(({ attachment_id: id }) => id !== null && pictured.has(id)).map((slot) => slot.id))
}

/** The row of an item; `nodeLabels` names its tags and other classification nodes. */
function entryOf(item: Item, nodeLabels: ReadonlyMap<string, string>, pictures: ReadonlySet<string>): Entry {
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
      picture_slot_id: slot_ids.find((slotId) => pictures.has(slotId)) ?? null,
      created_at,
      updated_at,
    },
    searched: [label, item_template_label, ...tags].join('\n').toLowerCase(),
  }
}

/** The rows that fit a query, out of a list that is in order already. */
function answerRows(query: RowsQuery, list: readonly Entry[], shares: ReadonlyMap<string, ItemShares>): RowsReply {
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
function inOrderOf(orderBy: RowsQuery['order_by'], order: RowsQuery['order']): (a: Entry, b: Entry) => number {
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
