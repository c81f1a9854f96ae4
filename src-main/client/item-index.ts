import { vaultOperations } from '../../shared/contract/index.ts'
import type { ReplyFor } from '../../shared/contract/operation.ts'
import { MAX_PER_PAGE } from '../../shared/contract/paging.ts'
import type { Account } from './account.ts'
import type { Entry, RowsQuery, RowsReply } from './item-rows.ts'
import { answerRows, entryOf, inOrderOf } from './item-rows.ts'

type ItemsReply = ReplyFor<typeof vaultOperations.itemsGet>

/** A user's items by their clear fields, read through the interface like any client would, for search and scrolling. */
export interface ItemIndex {
  rows(query: RowsQuery): Promise<RowsReply>
  /** Tells the index that something changed; what it names is read again with the next call. */
  noteChange(change: Change): void
}

/** The part of an event the index looks at; events of slots name their item in `value`. */
interface Change {
  readonly eventable_type: string
  readonly eventable_id: string
  readonly value: Readonly<Record<string, unknown>> | null
}

/** A plain scan of 100,000 short strings takes a few milliseconds, so there is no search structure to keep. */
export function createItemIndex(account: Account): ItemIndex {
  const entries = new Map<string, Entry>()
  const changed = new Set<string>()
  let loading: Promise<void> | undefined
  let sorted: { readonly key: string; readonly list: readonly Entry[] } | undefined

  return {
    async rows(query) {
      await load()
      await readChanged()
      return answerRows(query, inOrder(query))
    },
    noteChange({ eventable_type, eventable_id, value }) {
      const itemId: unknown = eventable_type === 'Item' ? eventable_id : value?.['item_id']
      if (typeof itemId === 'string') changed.add(itemId)
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
    let after: string | null = null
    do {
      const page: ItemsReply = await account.call(vaultOperations.itemsGet, {
        query: { per_page: MAX_PER_PAGE, ...(after !== null && { next_page_after: after }) },
      })
      keep(page)
      after = page.next_page_after
    } while (after !== null)
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
