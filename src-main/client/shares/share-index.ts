import type { ShareRow } from '../../../shared/contract/workbench-sharing.ts'
import { searchText } from '../../../shared/word-search.ts'
import type { Account } from '../account/account.ts'
import type { Change } from '../account/change.ts'
import type { People } from '../people/people.ts'
import { yieldThread } from '../account/yielding.ts'
import { asksForNewest, readNewestShares } from './first-shares.ts'
import type { ShareEntry, ShareRowsQuery } from './share-rows.ts'
import { answerShareRows, incomingEntry, outgoingEntry, shareOrderOf } from './share-rows.ts'
import type { ItemShares } from '../items/item-index.ts'
import type { KnownShares } from './share-source.ts'
import { createShareSource } from './share-source.ts'

/** A user's shares in both directions, and those others made onward of own items, for search and scrolling. */
export type ShareIndex = ReturnType<typeof createShareIndex>

/** The shares as shown, made again when a share, an item or a person changed. */
interface View {
  readonly incoming: readonly ShareEntry[]
  readonly outgoing: readonly ShareEntry[]
  readonly waiting: number
  readonly byItem: ReadonlyMap<string, ItemShares>
}

/** A plain scan of 10,000 short strings takes a millisecond or two, so there is no search structure to keep. */
export function createShareIndex(account: Account, people: People) {
  const source = createShareSource(account)
  let made: { readonly from: readonly unknown[]; readonly view: View } | undefined
  const behind = createReadingBehind(currentView)
  let sorted: { readonly key: string; readonly from: View; readonly list: readonly ShareEntry[] } | undefined

  return {
    async rows(query: ShareRowsQuery) {
      if (!source.isLoaded() && asksForNewest(query)) {
        const reply = await readNewestShares(account, people, query)
        if (!reply.complete) behind.start()
        return reply
      }
      const view = await currentView()
      return answerShareRows(query, inOrder(view, query), view.waiting)
    },
    /** The people who have an item: by shares of the acting user, and onward ones. */
    async ofItem(itemId: string) {
      const { outgoing } = await currentView()
      return outgoing.flatMap(({ row }) => (row.item_id === itemId ? [row] : []))
    },
    /** Shares by item id; items that have nothing to do with shares are missing. */
    byItem: async () => (await currentView()).byItem,
    /** Runs `work` when everything was read after an answer that was not complete. */
    whenRead: behind.whenRead,
    noteChange(change: Change) {
      source.noteChange(change)
    },
  }

  async function currentView(): Promise<View> {
    const known = await source.read()
    const isEmpty = known.incoming.size === 0 && known.outgoing.size === 0
    const from = [known.version, isEmpty ? undefined : await people.version()]
    if (made === undefined || made.from.some((part, index) => part !== from[index]))
      made = { from, view: viewOf(known) }
    return made.view
  }

  function viewOf({ incoming, outgoing, items }: KnownShares): View {
    const around = {
      vaultUserId: account.vaultUserId,
      person: (id: string) => people.known(id),
      item: (originalId: string) => items.get(originalId),
    }
    const received = [...incoming.values()].map((share) => incomingEntry(share, around))
    const sent = [...outgoing.values()].map((share) => outgoingEntry(share, around))
    return {
      incoming: received,
      outgoing: sent,
      waiting: received.filter(({ row }) => row.state === 'acceptance_required').length,
      byItem: itemSharesOf(received, sent),
    }
  }

  function inOrder(from: View, { direction, order_by, order }: ShareRowsQuery): readonly ShareEntry[] {
    const key = `${direction} ${order_by} ${order}`
    if (sorted?.key !== key || sorted.from !== from)
      sorted = { key, from, list: [...from[direction]].sort(shareOrderOf(order_by, order)) }
    return sorted.list
  }
}

/** Reads everything while other calls are answered. Its failure is reported to calls that need a complete list. */
function createReadingBehind(readAll: () => Promise<unknown>) {
  const listeners: (() => void)[] = []
  let running: Promise<void> | undefined
  return {
    whenRead: (work: () => void) => void listeners.push(work),
    start(): void {
      running ??= yieldThread()
        .then(readAll)
        .then(
          () => {
            for (const work of listeners) work()
          },
          () => undefined,
        )
        .finally(() => (running = undefined))
    },
  }
}

function itemSharesOf(received: readonly ShareEntry[], sent: readonly ShareEntry[]): Map<string, ItemShares> {
  const sentByItem = Map.groupBy(sent.map(rowOf).filter(isActive), ({ item_id }) => item_id)
  const receivedByItem = Map.groupBy(received.map(rowOf).filter(isActive), ({ item_id }) => item_id)
  const shares = new Map<string, ItemShares>()
  for (const id of new Set([...sentByItem.keys(), ...receivedByItem.keys()])) {
    const outgoing = sentByItem.get(id) ?? []
    const came = (receivedByItem.get(id) ?? []).reduce<ShareRow | undefined>(theOneThatCounts, undefined)
    if (id !== null)
      shares.set(id, {
        shares_count: outgoing.length,
        recipients: new Set(outgoing.map(({ person }) => person.user_id)),
        share_id: came?.share_id ?? null,
        share_state: came?.state ?? null,
        sender: came?.person ?? null,
        searched: came && searchText([came.person.name, came.via?.connected ? came.via.name : undefined]),
      })
  }
  return shares
}

/** Chooses among several shares of one received item: a later one counts, unless it waits while another can be read. */
function theOneThatCounts(before: ShareRow | undefined, row: ShareRow): ShareRow {
  const waitsBehind = row.state === 'acceptance_required' && before !== undefined && before.state !== row.state
  return waitsBehind ? before : row
}

function rowOf({ row }: ShareEntry): ShareRow {
  return row
}

function isActive({ item_id, state }: ShareRow): boolean {
  return item_id !== null && state !== 'rejected'
}
