import { vaultOperations } from '../../../shared/contract/index.ts'
import { shareOperations } from '../../../shared/contract/shares.ts'
import type { Account } from '../account/account.ts'
import { oncePerId } from '../account/pages.ts'
import type { People } from '../people/people.ts'
import type { ShareRowsQuery, ShareRowsReply } from './share-rows.ts'
import { incomingEntry, peopleOf } from './share-rows.ts'
import { sharedItemsOf } from './items-in-shares.ts'

/** The number of shares that the window shows first. */
const FIRST_SHARES = 50

const FILTERS = ['share_id', 'declined', 'person_id', 'item_id', 'onward', 'text'] as const

/** Whether a query asks for the newest received shares without a filter. */
export function asksForNewest(query: ShareRowsQuery): boolean {
  const { direction, order_by = 'created_at', order, offset, state } = query
  if (direction !== 'incoming' || order_by !== 'created_at' || order !== 'desc' || offset !== 0) return false
  if (state !== undefined && state !== 'acceptance_required') return false // the service can list these separately
  return FILTERS.every((key) => query[key] === undefined || query[key] === '')
}

/**
 * Reads the newest received shares, with their items and people, before all shares are read.
 *
 * @param query must pass {@link asksForNewest}
 */
export async function readNewestShares(
  account: Account,
  people: Pick<People, 'meet' | 'known'>,
  { state, limit }: ShareRowsQuery,
): Promise<ShareRowsReply> {
  const { shares, total_count, waiting_count } = await account.call(shareOperations.incomingSharesGet, {
    query: { order: 'desc', per_page: Math.min(limit, FIRST_SHARES), acceptance_required: state },
  })
  const [items] = await Promise.all([
    readItems(oncePerId(shares.map(({ item_id }) => item_id))),
    people.meet(oncePerId(shares.flatMap(({ sender_id, owner_id }) => [sender_id, owner_id ?? sender_id]))),
  ])
  const surroundings = {
    vaultUserId: account.vaultUserId,
    person: (id: string) => people.known(id),
    item: (originalId: string) => items.get(originalId),
  }
  const entries = shares.map((share) => incomingEntry(share, surroundings))
  const matching = state === undefined ? total_count : waiting_count
  return {
    rows: entries.map(({ row }) => row),
    matching,
    total: total_count,
    waiting: waiting_count,
    people: peopleOf(entries),
    complete: entries.length >= Math.min(limit, matching),
  }

  async function readItems(original_ids: readonly string[]) {
    if (original_ids.length === 0) return new Map<string, never>()
    const query = { original_ids: original_ids.join(','), per_page: original_ids.length }
    return sharedItemsOf(await account.call(vaultOperations.itemsGet, { query }))
  }
}
