import type { ShareRow } from '../../../shared/contract/workbench-sharing.ts'
import { searchText } from '../../../shared/word-search.ts'
import type { Account } from '../account/account.ts'
import type { Change } from '../account/change.ts'
import type { People } from '../people/people.ts'
import { sortedInTurns, visitInTurns } from '../account/long-lists.ts'
import { yieldThread } from '../account/yielding.ts'
import { asksForNewest, readNewestShares } from './first-shares.ts'
import type { ShareEntry, ShareRowsQuery } from './share-rows.ts'
import { answerShareRows, incomingEntry, outgoingEntry, shareOrderOf } from './share-rows.ts'
import type { ItemShares } from '../items/item-index.ts'
import type { KnownShares } from './share-source.ts'
import { createShareSource } from './share-source.ts'

/** An index for search and scrolling of a user's shares in both directions, including on-shares of the user's items. */
export type ShareIndex = ReturnType<typeof createShareIndex>

/** The rows of all shares, rebuilt after a change of a share, an item or a person. */
interface View {
  readonly incoming: readonly ShareEntry[]
  readonly outgoing: readonly ShareEntry[]
  readonly waiting: number
  readonly byItem: ReadonlyMap<string, ItemShares>
}

/** Scanning 10,000 short strings takes a few milliseconds, so no search structure is needed. */
export function createShareIndex(account: Account, people: People) {
  const source = createShareSource(account)
  let built: { readonly from: readonly unknown[]; readonly view: Promise<View> } | undefined
  const background = createBackgroundReader(currentView)
  let sorted: { readonly key: string; readonly from: View; readonly list: Promise<readonly ShareEntry[]> } | undefined

  return {
    async rows(query: ShareRowsQuery) {
      if (!source.isLoaded() && asksForNewest(query)) {
        const reply = await readNewestShares(account, people, query)
        if (!reply.complete) background.start()
        return reply
      }
      const view = await currentView()
      return answerShareRows(query, await inOrder(view, query), view.waiting)
    },
    /** Lists the outgoing shares of an item, including on-shares. */
    async ofItem(itemId: string) {
      const { outgoing } = await currentView()
      return outgoing.flatMap(({ row }) => (row.item_id === itemId ? [row] : []))
    },
    /** Shares by item id; items without shares are missing. */
    byItem: async () => (await currentView()).byItem,
    /** Runs `work` when everything has been read after an incomplete answer. */
    whenRead: background.whenRead,
    noteChange(change: Change) {
      source.noteChange(change)
    },
  }

  async function currentView(): Promise<View> {
    const known = await source.read()
    const isEmpty = known.incoming.size === 0 && known.outgoing.size === 0
    const from = [known.version, isEmpty ? undefined : await people.version()]
    if (built === undefined || built.from.some((part, index) => part !== from[index]))
      built = { from, view: viewOf(known) }
    return built.view
  }

  async function viewOf({ incoming, outgoing, items }: KnownShares): Promise<View> {
    const surroundings = {
      vaultUserId: account.vaultUserId,
      person: (id: string) => people.known(id),
      item: (originalId: string) => items.get(originalId),
    }
    const received: ShareEntry[] = []
    const sent: ShareEntry[] = []
    const shares = { received: [...incoming.values()], sent: [...outgoing.values()] } // as they are now
    await visitInTurns(shares.received, (share) => received.push(incomingEntry(share, surroundings)))
    await visitInTurns(shares.sent, (share) => sent.push(outgoingEntry(share, surroundings)))
    return {
      incoming: received,
      outgoing: sent,
      waiting: received.filter(({ row }) => row.state === 'acceptance_required').length,
      byItem: await itemSharesOf(received, sent),
    }
  }

  function inOrder(from: View, { direction, order_by, order }: ShareRowsQuery): Promise<readonly ShareEntry[]> {
    const key = `${direction} ${order_by} ${order}`
    if (sorted?.key !== key || sorted.from !== from)
      sorted = { key, from, list: sortedInTurns(from[direction], shareOrderOf(order_by, order)) }
    return sorted.list
  }
}

/** Reads everything in the background. Failures are ignored, because later calls read again. */
function createBackgroundReader(readAll: () => Promise<unknown>) {
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

async function itemSharesOf(
  received: readonly ShareEntry[],
  sent: readonly ShareEntry[],
): Promise<Map<string, ItemShares>> {
  const sentByItem = Map.groupBy(sent.map(rowOf).filter(isActive), ({ item_id }) => item_id)
  const receivedByItem = Map.groupBy(received.map(rowOf).filter(isActive), ({ item_id }) => item_id)
  const shares = new Map<string, ItemShares>()
  await visitInTurns([...new Set([...sentByItem.keys(), ...receivedByItem.keys()])], (id) => {
    const outgoing = sentByItem.get(id) ?? []
    const effective = (receivedByItem.get(id) ?? []).reduce<ShareRow | undefined>(effectiveShare, undefined)
    if (id !== null)
      shares.set(id, {
        shares_count: outgoing.length,
        recipients: new Set(outgoing.map(({ person }) => person.user_id)),
        share_id: effective?.share_id ?? null,
        share_state: effective?.state ?? null,
        sender: effective?.person ?? null,
        searched:
          effective && searchText([effective.person.name, effective.via?.connected ? effective.via.name : undefined]),
      })
  })
  return shares
}

/** Chooses among several shares of a received item the latest, unless it awaits acceptance and another is readable. */
function effectiveShare(before: ShareRow | undefined, row: ShareRow): ShareRow {
  const awaitsAcceptance = row.state === 'acceptance_required' && before !== undefined && before.state !== row.state
  return awaitsAcceptance ? before : row
}

function rowOf({ row }: ShareEntry): ShareRow {
  return row
}

function isActive({ item_id, state }: ShareRow): boolean {
  return item_id !== null && state !== 'rejected'
}
