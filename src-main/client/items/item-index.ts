import { vaultOperations } from '../../../shared/contract/index.ts'
import type { ReplyFor } from '../../../shared/contract/operation.ts'
import { MAX_PER_PAGE } from '../../../shared/contract/paging.ts'
import type { Account } from '../account/account.ts'
import type { Change } from '../change.ts'
import type { Entry, RowsQuery, RowsReply } from './item-rows.ts'
import { answerRows, entryOf, inOrderOf } from './item-rows.ts'
import { pagesOf } from '../pages.ts'
import type { ShareIndex } from '../shares/share-index.ts'

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
    noteChange({ eventable_type, eventable_id, value }) {
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

  function keep({ items, classification_nodes }: ItemsReply): void {
    const labels = new Map(classification_nodes.map(({ id, label }) => [id, label]))
    for (const item of items) entries.set(item.id, entryOf(item, labels))
  }

  function inOrder({ order_by, order }: RowsQuery): readonly Entry[] {
    const key = `${order_by} ${order}`
    if (sorted?.key !== key) sorted = { key, list: [...entries.values()].sort(inOrderOf(order_by, order)) }
    return sorted.list
  }
}
