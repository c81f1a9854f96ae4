import { vaultOperations } from '../../../shared/contract/index.ts'
import type { Item } from '../../../shared/contract/items.ts'
import type { ReplyFor, InputFor } from '../../../shared/contract/operation.ts'
import { MAX_PER_PAGE } from '../../../shared/contract/paging.ts'
import type { Slot } from '../../../shared/contract/slots.ts'
import type { ItemRow, ShownNode, workbenchItemOperations } from '../../../shared/contract/workbench-items.ts'
import { compareTexts, foldForSearch } from '../../../shared/folded-text.ts'
import type { Account } from '../account/account.ts'
import type { Change } from '../change.ts'
import { pagesOf } from '../pages.ts'
import type { NodesById } from './classified.ts'
import { nodesById, tagsOf } from './classified.ts'
import type { ItemSearch } from './item-search.ts'
import { createItemSearch } from './item-search.ts'
import type { ShareIndex, ItemShares } from '../shares/share-index.ts'

type ItemsReply = ReplyFor<typeof vaultOperations.itemsGet>

/** A user's items by their clear fields, read through the interface like any client would, for search and scrolling. */
export interface ItemIndex {
  rows(query: RowsQuery): Promise<RowsReply>
  /** The first ones that fit, among what was read so far: the first page is waited for, and no other. */
  find(query: FindQuery): Promise<FindReply>
  /** The slots that have a file or a folder. */
  fileSlots(): Promise<readonly FileSlot[]>
  /** Tells the index that something changed; what it names is read again with the next call. */
  noteChange(change: Change): void
}

/** A slot with a file or a folder, and its item. */
export interface FileSlot extends Pick<Slot, 'attachment_id' | 'attachments_folder_id'> {
  readonly item_id: string
  readonly item_label: string
  readonly own: boolean
  readonly slot_id: string
  readonly slot_label: string
  readonly has_thumbnail: boolean
}

/**
 * What is read is kept by id, and for the palette as one text. A list has other filters besides: it looks at each of 100,000
 * items, which takes some milliseconds.
 */
export function createItemIndex(account: Account, shares: Pick<ShareIndex, 'byItem'>): ItemIndex {
  let known = nothingRead()
  let isRead = false
  const changed = new Set<string>()
  let reading: Promise<void> = Promise.resolve()
  let sorted: { readonly key: string; readonly by: ItemSharesById; readonly list: readonly Entry[] } | undefined
  let offered: Offered | undefined
  /** What is being read, as far as it is; undefined when nothing is. */
  let partial: Known | undefined
  const firstPage = Promise.withResolvers<undefined>()

  return {
    async rows(query) {
      await upToDate()
      const byItem = await shares.byItem()
      return answerRows(query, {
        list: inOrder(query, byItem),
        offered: (offered ??= offeredBy(known.entries)),
        shares: byItem,
      })
    },
    async find(query) {
      const wasRead = isRead && partial === undefined
      await (wasRead ? upToDate() : Promise.race([upToDate(), firstPage.promise]))
      // What is there from an earlier reading is more than what a new one has so far.
      const { search } = known.entries.size > 0 ? known : (partial ?? known)
      return { rows: search.newest(query.text, query.limit).map(({ row }) => row), complete: partial === undefined }
    },
    async fileSlots() {
      await upToDate()
      return [...known.entries.values()].flatMap(({ fileSlots }) => fileSlots)
    },
    noteChange({ eventable_type, eventable_id, name, value }) {
      // A renamed tag is shown with each of its items, and its event names none of them.
      if (name === 'tag.updated') isRead = false
      const named: unknown = value?.['item_id']
      if (eventable_type === 'Item') changed.add(eventable_id)
      else if (typeof named === 'string') changed.add(named)
    },
  }

  /** One after the other, so that no reading overwrites what a later one found. */
  function upToDate(): Promise<void> {
    reading = reading.then(readNew, readNew)
    return reading
  }

  /** Everything once, and afterwards what changed. A failed attempt is made again by the next caller. */
  async function readNew(): Promise<void> {
    while (!isRead) await readAll()
    while (changed.size > 0) await readChanged()
  }

  async function readAll(): Promise<void> {
    isRead = true
    const read = nothingRead()
    partial = read
    try {
      const pages = pagesOf((page) => account.call(vaultOperations.itemsGet, { query: page }))
      for await (const page of pages) {
        keep(page, read)
        firstPage.resolve(undefined)
      }
    } catch (error) {
      isRead = false
      throw error
    } finally {
      partial = undefined
    }
    read.search.settle()
    take(read)
  }

  async function readChanged(): Promise<void> {
    const ids = [...changed].slice(0, MAX_PER_PAGE)
    const page = await account.call(vaultOperations.itemsGet, {
      query: { item_ids: ids.join(','), per_page: MAX_PER_PAGE },
    })
    for (const id of ids) {
      changed.delete(id)
      known.entries.delete(id)
    }
    keep(page, known)
    take(known)
  }

  function take(read: Known): void {
    known = read
    sorted = undefined
    offered = undefined
  }

  function inOrder({ order_by, order }: RowsQuery, by: ItemSharesById): readonly Entry[] {
    const key = `${order_by} ${order}`
    const isStale = sorted?.key !== key || (SAID_BY_SHARES.has(order_by) && sorted.by !== by)
    if (isStale) sorted = { key, by, list: [...known.entries.values()].sort(inOrderOf(order_by, order, by)) }
    return sorted?.list ?? []
  }
}

/** Items by id, and how they are found. */
interface Known {
  readonly entries: Map<string, Entry>
  readonly search: ItemSearch<Entry>
}

function nothingRead(): Known {
  const entries = new Map<string, Entry>()
  return { entries, search: createItemSearch(entries) }
}

function keep({ items, slots, thumbnails, classification_nodes }: ItemsReply, { entries, search }: Known): void {
  const nodes = nodesById(classification_nodes)
  const pictures = picturesOf(slots, thumbnails)
  const withFiles = Map.groupBy(slots.filter(hasFile), ({ item_id }) => item_id)
  for (const item of items) {
    const fileSlots = (withFiles.get(item.id) ?? NONE).map((slot) => fileSlotOf(item, slot, pictures))
    const entry = { ...entryOf(item, nodes, pictures), fileSlots: fileSlots.length > 0 ? fileSlots : NONE }
    entries.set(item.id, entry)
    search.add(entry)
  }
}

type RowsOperation = typeof workbenchItemOperations.itemRows
type RowsQuery = InputFor<RowsOperation>['query']
type RowsReply = ReplyFor<RowsOperation>
type FindQuery = InputFor<typeof workbenchItemOperations.itemsFound>['query']
type FindReply = ReplyFor<typeof workbenchItemOperations.itemsFound>

type ItemSharesById = ReadonlyMap<string, ItemShares>
type ShareKeys = 'shares_count' | 'share_id' | 'share_state' | 'sender'

/** A row without what its shares say, and the lower-case text it is searched by. */
interface Entry {
  readonly row: Omit<ItemRow, ShareKeys>
  readonly searched: string
  readonly fileSlots: readonly FileSlot[]
}

/** Of most items, and one object for all of them. */
const NONE: readonly never[] = []

function hasFile({ attachment_id, attachments_folder_id }: Slot): boolean {
  return attachment_id !== null || attachments_folder_id !== null
}

function fileSlotOf(
  { id: item_id, label: item_label, own }: Item,
  { id: slot_id, label: slot_label, attachment_id, attachments_folder_id }: Slot,
  pictures: ReadonlySet<string>,
): FileSlot {
  const has_thumbnail = pictures.has(slot_id)
  return { item_id, item_label, own, slot_id, slot_label, attachment_id, attachments_folder_id, has_thumbnail }
}

/** The slots whose file has a thumbnail. */
function picturesOf(slots: ItemsReply['slots'], thumbnails: ItemsReply['thumbnails']): ReadonlySet<string> {
  const pictured = new Set(thumbnails.map(({ attachment_id }) => attachment_id))
  return new Set(slots.filter(({ attachment_id: id }) => id !== null && pictured.has(id)).map((slot) => slot.id))
}

/** The row of an item; `nodes` names its tags and other classification nodes. */
function entryOf(item: Item, nodes: NodesById, pictures: ReadonlySet<string>): Omit<Entry, 'fileSlots'> {
  const tags = tagsOf(item, nodes)
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
    searched: foldForSearch([label, item_template_label, ...tags.map((tag) => tag.label)].join('\n')),
  }
}

interface Listed {
  /** In the order of the query already. */
  readonly list: readonly Entry[]
  readonly offered: Offered
  readonly shares: ItemSharesById
}

/** What the filters offer: nodes with the number of their items, and templates, both by label. */
type Offered = Pick<RowsReply, 'nodes' | 'templates'>

function offeredBy(entries: ReadonlyMap<string, Entry>): Offered {
  const rows = [...entries.values()].map(({ row }) => row)
  const nodes = new Map<string, RowsReply['nodes'][number]>()
  for (const tag of rows.flatMap(({ tags }) => tags)) {
    const counted = nodes.get(tag.id)
    if (counted === undefined) nodes.set(tag.id, { ...tag, items_count: 1 })
    else counted.items_count += 1
  }
  const templates = new Set(rows.map(({ item_template_label }) => item_template_label))
  return {
    nodes: [...nodes.values()].sort((a, b) => compareTexts(a.label, b.label) || compareText(a.id, b.id)),
    templates: [...templates].sort(compareTexts),
  }
}

/** The rows that fit a query. */
function answerRows(query: RowsQuery, { list, offered, shares }: Listed): RowsReply {
  const tests = testsOf(query, shares)
  const matching = list.filter((entry) => tests.every((fits) => fits(entry)))
  return {
    rows: matching
      .slice(query.offset, query.offset + query.limit)
      .map(({ row }) => ({ ...row, ...shownShares(shares.get(row.id)) })),
    matching: matching.length,
    total: list.length,
    ...offered,
  }
}

function shownShares(shares: ItemShares | undefined): Pick<ItemRow, ShareKeys> {
  const { shares_count = 0, share_id = null, share_state = null, sender = null } = shares ?? {}
  return { shares_count, share_id, share_state, sender }
}

type Test = (entry: Entry) => boolean

function testsOf(query: RowsQuery, shares: ItemSharesById): readonly Test[] {
  const { text, own, owner_id, shared_with, template } = query
  const tests: Test[] = []
  const wanted = foldForSearch(text ?? '')
  if (wanted !== '') tests.push(({ searched }) => searched.includes(wanted))
  if (own !== undefined) tests.push(({ row }) => row.own === own)
  if (owner_id !== undefined) tests.push(({ row }) => row.owner_id === owner_id)
  if (shared_with !== undefined) tests.push(({ row }) => shares.get(row.id)?.recipients.has(shared_with) === true)
  if (template !== undefined) tests.push(({ row }) => row.item_template_label === template)
  const classified = nodeTestOf(query)
  if (classified !== undefined) tests.push(({ row }) => row.tags.some(classified))
  return tests
}

/** What one node of an item has to be; undefined where the query asks for none. */
function nodeTestOf({ node_ids = [], scheme }: RowsQuery): ((node: ShownNode) => boolean) | undefined {
  if (node_ids.length === 0 && scheme === undefined) return undefined
  const wanted = new Set(node_ids)
  return (node) => (wanted.size === 0 || wanted.has(node.id)) && (scheme === undefined || node.scheme === scheme)
}

type Compare = (a: Entry['row'], b: Entry['row'], shares: ItemSharesById) => number

/** Orders by what shares say, which changes without the items. */
const SAID_BY_SHARES: ReadonlySet<RowsQuery['order_by']> = new Set(['owner', 'shares_count'])

const tagLabels = ({ tags }: Entry['row']): string => tags.map(({ label }) => label).join(', ')
/** Own items come before those of others. */
const ownerName = ({ id, own }: Entry['row'], shares: ItemSharesById): string =>
  own ? '' : (shares.get(id)?.sender?.name ?? NOBODY)
/** After every name. */
const NOBODY = '\uffff'

const COMPARE: Readonly<Record<RowsQuery['order_by'], Compare>> = {
  label: (a, b) => compareTexts(a.label, b.label),
  owner: (a, b, shares) => compareTexts(ownerName(a, shares), ownerName(b, shares)),
  slots_count: (a, b) => a.slots_count - b.slots_count,
  shares_count: (a, b, shares) => (shares.get(a.id)?.shares_count ?? 0) - (shares.get(b.id)?.shares_count ?? 0),
  tags: (a, b) => compareTexts(tagLabels(a), tagLabels(b)),
  updated_at: (a, b) => compareText(a.updated_at, b.updated_at),
  created_at: (a, b) => compareText(a.created_at, b.created_at),
}

/** Compares two entries; equal ones by id, so that the order is always the same. */
function inOrderOf(
  orderBy: RowsQuery['order_by'],
  order: RowsQuery['order'],
  shares: ItemSharesById,
): (a: Entry, b: Entry) => number {
  const sign = order === 'asc' ? 1 : -1
  const compare = COMPARE[orderBy]
  return (a, b) => sign * (compare(a.row, b.row, shares) || compareText(a.row.id, b.row.id))
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
