import { vaultOperations } from '../../../shared/contract/index.ts'
import type { Item } from '../../../shared/contract/items.ts'
import type { ReplyFor, InputFor } from '../../../shared/contract/operation.ts'
import { MAX_PER_PAGE } from '../../../shared/contract/paging.ts'
import type { Slot } from '../../../shared/contract/slots.ts'
import type { ItemRow, ShownNode, workbenchItemOperations } from '../../../shared/contract/workbench-items.ts'
import { compareTexts, foldForSearch } from '../../../shared/folded-text.ts'
import type { SearchQuery } from '../../../shared/word-search.ts'
import { beginsWithPhrase, NO_MATCH, rankOf, searchQuery, searchText } from '../../../shared/word-search.ts'
import type { Account } from '../account/account.ts'
import type { Change } from '../account/change.ts'
import { matchesInTurns, sortedInTurns, visitInTurns } from '../account/long-lists.ts'
import { pagesOf } from '../account/pages.ts'
import type { NodesById } from './classified.ts'
import { nodesById, tagsOf } from './classified.ts'
import type { FoundValues } from './value-index.ts'
import { createValueIndex } from './value-index.ts'

type ItemsReply = ReplyFor<typeof vaultOperations.itemsGet>

/** An index of a user's items by their unencrypted fields, for search and scrolling. */
export interface ItemIndex {
  rows(query: RowsQuery): Promise<RowsReply>
  /** Finds the best matches among the items read so far; waits only for the first page. */
  find(query: FindQuery): Promise<FindReply>
  /** Lists the slots that have a file or a folder. */
  fileSlots(): Promise<readonly FileSlot[]>
  /** Ends the search in values, and discards all opened values. */
  closeValues(): Promise<void>
  /** Notifies the index of a change, so that the next call reads changed entries again. */
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

/** Caches items by id. Of 100,000 items, each list and search looks at all, in turns with other work of the thread. */
export function createItemIndex(
  account: Account,
  shares: { byItem(): Promise<ItemSharesById> },
  values = createValueIndex(account),
): ItemIndex {
  let known = nothingRead()
  let isRead = false
  const changed = new Set<string>()
  let reading: Promise<void> = Promise.resolve()
  let made: MadeOfKnown = {}
  /** Whether the shares, whose owners are searched by name, were read; a search does not wait for them. */
  let hasShares = false
  /** The items read so far by the current reading; undefined when none is running. */
  let partial: Known | undefined
  const firstPage = Promise.withResolvers<undefined>()

  return {
    async rows(query) {
      await upToDate()
      const byItem = await shares.byItem()
      hasShares = true
      const held = await valuesFor(query)
      const [list, offered] = await Promise.all([inOrder(query, byItem), (made.offered ??= filterChoices(all()))])
      return answerRows(query, { list, offered, beside: { shares: byItem, held } })
    },
    async find(query) {
      const wasRead = isRead && partial === undefined
      await (wasRead ? upToDate() : Promise.race([upToDate(), firstPage.promise]))
      const byItem = hasShares ? await shares.byItem() : undefined
      const held = await valuesFor(query)
      // An earlier complete reading has more than the current one so far.
      const soFar = known.entries.size === 0 ? partial : undefined
      const complete = partial === undefined && isComplete(held)
      const searched = soFar
        ? { entries: [...soFar.entries.values()], newest: [] }
        : { entries: all(), newest: await newest() }
      const rows = await bestRows(query, { ...searched, beside: { shares: byItem, held } })
      return { rows, complete }
    },
    async fileSlots() {
      await upToDate()
      return all().flatMap(({ fileSlots }) => fileSlots)
    },
    closeValues: () => values.end(),
    noteChange({ eventable_type, eventable_id, name, value }) {
      // The event of a renamed tag does not list the items that show it.
      if (name === 'tag.updated') isRead = false
      const itemId: unknown = value?.['item_id']
      if (eventable_type === 'Item') changed.add(eventable_id)
      else if (typeof itemId === 'string') changed.add(itemId)
    },
  }

  /** Searches the values; undefined if the query excludes them. */
  function valuesFor({ text = '', values: wanted = false }: ValuesQuery): Promise<FoundValues | undefined> {
    const { words } = searchQuery(text)
    return wanted && words.length > 0 ? values.find(words) : Promise.resolve(undefined)
  }

  /** Readings run one after the other, so that none overwrites a later result. */
  function upToDate(): Promise<void> {
    reading = reading.then(readNew, readNew)
    return reading
  }

  /** Reads everything once, and afterwards only changes. After a failure the next caller tries again. */
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
        addPage(page, read)
        firstPage.resolve(undefined)
      }
    } catch (error) {
      isRead = false
      throw error
    } finally {
      partial = undefined
    }
    replaceKnown(read)
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
    addPage(page, known)
    replaceKnown(known)
    values.noteRead(page)
  }

  function replaceKnown(read: Known): void {
    known = read
    made = {}
  }

  /** All items in memory order, in which they are visited several times as fast as in any other. */
  function all(): readonly Entry[] {
    return (made.all ??= [...known.entries.values()])
  }

  function inOrder({ order_by = 'updated_at', order }: RowsQuery, by: ItemSharesById): Promise<readonly Entry[]> {
    const key = `${order_by} ${order}`
    if (key === NEWEST_FIRST) return newest()
    const { sorted } = made
    if (sorted?.key === key && (sorted.by === by || !ORDERS_BY_SHARES.has(order_by))) return sorted.list
    const list = sortedInTurns(all(), inOrderOf(order_by, order, by))
    made.sorted = { key, by, list }
    return list
  }

  function newest(): Promise<readonly Entry[]> {
    return (made.newest ??= sortedInTurns(all(), lastChangedFirst))
  }
}

/** What was made of all known items; none of it outlasts a change of them. */
interface MadeOfKnown {
  all?: readonly Entry[]
  newest?: Promise<readonly Entry[]>
  /** The last other order. */
  sorted?: { readonly key: string; readonly by: ItemSharesById; readonly list: Promise<readonly Entry[]> }
  offered?: Promise<FilterChoices>
}

/** Items by id, and the search texts they share. */
interface Known {
  readonly entries: Map<string, Entry>
  readonly kinds: KindTexts
}

function nothingRead(): Known {
  return { entries: new Map(), kinds: createKindTexts() }
}

type KindTexts = ReturnType<typeof createKindTexts>

/** Folds labels for search. Items with the same labels share one text. */
function createKindTexts() {
  const known = new Map<string, string>()
  return {
    textOf(labels: readonly string[]): string {
      const key = labels.join('\n')
      const text = known.get(key) ?? foldForSearch(key)
      known.set(key, text)
      return text
    },
  }
}

function addPage({ items, slots, thumbnails, classification_nodes }: ItemsReply, { entries, kinds }: Known): void {
  const nodes = nodesById(classification_nodes)
  const pictures = picturesOf(slots, thumbnails)
  const slotsOf = Map.groupBy(slots, ({ item_id }) => item_id)
  for (const item of items) {
    entries.set(item.id, entryOf(item, slotsOf.get(item.id) ?? NONE, { nodes, pictures, kinds }))
  }
}

type RowsOperation = typeof workbenchItemOperations.itemRows
type RowsQuery = InputFor<RowsOperation>['query']
type RowsReply = ReplyFor<RowsOperation>
type FindQuery = InputFor<typeof workbenchItemOperations.itemsFound>['query']
type FindReply = ReplyFor<typeof workbenchItemOperations.itemsFound>

type ValuesQuery = Pick<RowsQuery, 'text' | 'values'>

/** The facts about an item's shares that the items list shows. */
export type ItemShares = Pick<ItemRow, 'shares_count' | 'share_id' | 'share_state' | 'sender'> & {
  /** The users with whom the item is shared. */
  readonly recipients: ReadonlySet<string>
  /** The search text of a received item's owner and sender, for `rankOf`. */
  readonly searched: string | undefined
}

type ItemSharesById = ReadonlyMap<string, ItemShares>
type ShareKeys = 'shares_count' | 'share_id' | 'share_state' | 'sender'

/** A row without its shares, and its search texts. */
interface Entry {
  readonly row: Omit<ItemRow, ShareKeys | 'found_by_value'>
  readonly own: boolean
  /** The search text of label and tags. */
  readonly searched: string
  /** The search text of template and slot labels, shared by all items of a kind. */
  readonly kind: string
  readonly fileSlots: readonly FileSlot[]
}

/** Shared by all items without files. */
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
  const withThumbnail = new Set(thumbnails.map(({ attachment_id }) => attachment_id))
  return new Set(slots.filter(({ attachment_id: id }) => id !== null && withThumbnail.has(id)).map((slot) => slot.id))
}

interface EntryContext {
  /** The tags and other classification nodes by id. */
  readonly nodes: NodesById
  /** Slots whose file has a thumbnail. */
  readonly pictures: ReadonlySet<string>
  readonly kinds: KindTexts
}

function entryOf(item: Item, slots: readonly Slot[], { nodes, pictures, kinds }: EntryContext): Entry {
  const fileSlots = slots.filter(hasFile).map((slot) => fileSlotOf(item, slot, pictures))
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
    own,
    searched: searchText([label, ...tags.map((tag) => tag.label)]),
    kind: kinds.textOf([item_template_label, ...slots.map((slot) => slot.label)]),
    fileSlots: fileSlots.length > 0 ? fileSlots : NONE,
  }
}

interface IndexedItems {
  /** The entries in the order of the query. */
  readonly list: readonly Entry[]
  readonly offered: FilterChoices
  readonly beside: Beside & { readonly shares: ItemSharesById }
}

/** Facts about items besides their entries. */
interface Beside {
  readonly shares?: ItemSharesById | undefined
  readonly held?: FoundValues | undefined
}

const isComplete = (held: FoundValues | undefined): boolean => held?.complete ?? true

/** The choices of the filters, by label: nodes with the number of their items, and templates. */
type FilterChoices = Pick<RowsReply, 'nodes' | 'templates'>

async function filterChoices(entries: readonly Entry[]): Promise<FilterChoices> {
  const nodes = new Map<string, RowsReply['nodes'][number]>()
  const templates = new Set<string>()
  await visitInTurns(entries, ({ row: { tags, item_template_label } }) => {
    templates.add(item_template_label)
    for (const tag of tags) {
      const counted = nodes.get(tag.id)
      if (counted === undefined) nodes.set(tag.id, { ...tag, items_count: 1 })
      else counted.items_count += 1
    }
  })
  return {
    nodes: [...nodes.values()].sort((a, b) => compareTexts(a.label, b.label) || compareText(a.id, b.id)),
    templates: [...templates].sort(compareTexts),
  }
}

/** The rows that fit a query. */
async function answerRows(query: RowsQuery, { list, offered, beside }: IndexedItems): Promise<RowsReply> {
  const { shares } = beside
  const tests = testsOf(query, shares)
  const sought = searchQuery(query.text ?? '')
  const rank = (entry: Entry): number =>
    tests.every((fits) => fits(entry)) ? rankOfEntry(entry, sought, beside) : NO_MATCH
  const matching = await matchesInTurns(list, rank, query.order_by === undefined ? 'best first' : 'as listed')
  const byValue = (entry: Entry): boolean =>
    beside.held !== undefined && rankOfEntry(entry, sought, { shares }) === NO_MATCH
  return {
    rows: matching.slice(query.offset, query.offset + query.limit).map((entry) => {
      const { row } = entry
      return { ...row, ...shownShares(shares.get(row.id)), found_by_value: byValue(entry) }
    }),
    complete: isComplete(beside.held),
    matching: matching.length,
    total: list.length,
    ...offered,
  }
}

/** Ranks an item. Owner and values are compared last, because they rarely decide. */
function rankOfEntry({ row, own, searched, kind }: Entry, sought: SearchQuery, { shares, held }: Beside): number {
  const rank = rankOf(searched, sought, kind)
  if (rank > NO_MATCH) return rank
  const names = own ? undefined : shares?.get(row.id)?.searched
  const words = held?.wordsOf(row.id)
  return names || words ? rankOf(searched, sought, [kind, names, words].join('\n')) : NO_MATCH
}

interface Searched {
  readonly entries: readonly Entry[]
  /** All items, last changed first; empty while they are being read. */
  readonly newest: readonly Entry[]
  readonly beside: Beside
}

/** The best matches, the last changed first among equals. Runs at every keystroke over all items. */
async function bestRows({ text, limit }: FindQuery, { entries, newest, beside }: Searched): Promise<Entry['row'][]> {
  const sought = searchQuery(text)
  const byLabel = labelMatches(newest, sought, limit)
  const best =
    byLabel.length === limit ? byLabel : await bestOf(entries, (entry) => rankOfEntry(entry, sought, beside), limit)
  return best.slice(0, limit).map(({ row }) => row)
}

/** The items whose labels begin with the text. Nothing matches better, so the others often need no comparison. */
function labelMatches(newest: readonly Entry[], sought: SearchQuery, limit: number): readonly Entry[] {
  const found: Entry[] = []
  for (const entry of newest) {
    if (!beginsWithPhrase(entry.searched, sought)) continue
    if (found.push(entry) === limit) break
  }
  return found
}

async function bestOf(entries: readonly Entry[], rank: (entry: Entry) => number, limit: number): Promise<Entry[]> {
  const byRank: Entry[][] = []
  await visitInTurns(entries, (entry) => {
    const ranked = rank(entry)
    if (ranked === NO_MATCH) return
    const equal = (byRank[ranked] ??= [])
    if (equal.push(entry) >= limit * SLACK_FACTOR) equal.sort(lastChangedFirst).length = limit
  })
  return byRank.reverse().flatMap((equal) => equal.sort(lastChangedFirst).slice(0, limit))
}

/** The list may grow to this many times the limit before all but the last changed are dropped. */
const SLACK_FACTOR = 16

const lastChangedFirst = ({ row: a }: Entry, { row: b }: Entry): number =>
  compareText(b.updated_at, a.updated_at) || compareText(b.id, a.id)

function shownShares(shares: ItemShares | undefined): Pick<ItemRow, ShareKeys> {
  const { shares_count = 0, share_id = null, share_state = null, sender = null } = shares ?? {}
  return { shares_count, share_id, share_state, sender }
}

type Test = (entry: Entry) => boolean

function testsOf(query: RowsQuery, shares: ItemSharesById): readonly Test[] {
  const { own, owner_id, shared_with, template } = query
  const tests: Test[] = []
  if (own !== undefined) tests.push(({ row }) => row.own === own)
  if (owner_id !== undefined) tests.push(({ row }) => row.owner_id === owner_id)
  if (shared_with !== undefined) tests.push(({ row }) => shares.get(row.id)?.recipients.has(shared_with) === true)
  if (template !== undefined) tests.push(({ row }) => row.item_template_label === template)
  const classified = nodeTestOf(query)
  if (classified !== undefined) tests.push(({ row }) => row.tags.some(classified))
  return tests
}

/** Makes the test for classification nodes; undefined if the query does not restrict them. */
function nodeTestOf({ node_ids = [], scheme }: RowsQuery): ((node: ShownNode) => boolean) | undefined {
  if (node_ids.length === 0 && scheme === undefined) return undefined
  const wanted = new Set(node_ids)
  return (node) => (wanted.size === 0 || wanted.has(node.id)) && (scheme === undefined || node.scheme === scheme)
}

type ItemOrder = NonNullable<RowsQuery['order_by']>
type Compare = (a: Entry['row'], b: Entry['row'], shares: ItemSharesById) => number

/** Orders that depend on shares, which change without the items. */
const ORDERS_BY_SHARES: ReadonlySet<ItemOrder> = new Set(['owner', 'shares_count'])

const NEWEST_FIRST = 'updated_at desc'

const tagLabels = ({ tags }: Entry['row']): string => tags.map(({ label }) => label).join(', ')
/** The user's own items sort first. */
const ownerName = ({ id, own }: Entry['row'], shares: ItemSharesById): string =>
  own ? '' : (shares.get(id)?.sender?.name ?? NOBODY)
/** Sorts after every name. */
const NOBODY = '\uffff'

const COMPARE: Readonly<Record<ItemOrder, Compare>> = {
  label: (a, b) => compareTexts(a.label, b.label),
  owner: (a, b, shares) => compareTexts(ownerName(a, shares), ownerName(b, shares)),
  slots_count: (a, b) => a.slots_count - b.slots_count,
  shares_count: (a, b, shares) => (shares.get(a.id)?.shares_count ?? 0) - (shares.get(b.id)?.shares_count ?? 0),
  tags: (a, b) => compareTexts(tagLabels(a), tagLabels(b)),
  updated_at: (a, b) => compareText(a.updated_at, b.updated_at),
  created_at: (a, b) => compareText(a.created_at, b.created_at),
}

/** Compares two entries, and equal ones by id, so that the order is stable. */
function inOrderOf(
  orderBy: ItemOrder,
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
