import { computed } from 'vue'
import type { z } from 'zod'
import { ShareState } from '../../../../shared/contract/workbench-items.ts'
import type { ShareRow } from '../../../../shared/contract/workbench-sharing.ts'
import { workbenchShareOperations } from '../../../../shared/contract/workbench-sharing.ts'
import { call } from '../../../api/call.ts'
import { useAddressFilter } from '../../../rows/use-address-filter.ts'
import { usePagedRows } from '../../../rows/use-paged-rows.ts'
import { orderOf, useRelevanceOrder, useTypedFilter } from '../../../rows/use-typed-filter.ts'
import { usePendingRemovals } from '../../../session/pending-removals.ts'
import { useActor } from '../../../session/use-actor.ts'
import type { Chosen } from '../../../ui/chosen-filters.ts'
import type { ListSort } from '../../../ui/list-model.ts'
import type { ShareListTab } from '../sharing-place.ts'

type SharesReply = z.output<typeof workbenchShareOperations.shareRows.success.body>
type SharesQuery = Omit<z.input<typeof workbenchShareOperations.shareRows.query>, 'offset' | 'limit'>

/** Columns that can be sorted, and the field each one orders by. */
const ORDERS = {
  item: 'item_label',
  person: 'person',
  state: 'state',
  onward: 'onward',
  expires: 'expires_at',
  created: 'created_at',
} as const
const FILTERS = ['state', 'person', 'onward']
const NEWEST_FIRST: ListSort = { id: 'created', direction: 'descending' }

const directionOf = (tab: ShareListTab): SharesQuery['direction'] => (tab === 'outgoing' ? 'outgoing' : 'incoming')

/**
 * The shares of one tab of an actor, with filter and order.
 *
 * @param item limits the list to the shares of this item, whatever else is chosen
 */
export function useShareRows(actor: string, tab: ShareListTab, item: () => string | undefined) {
  const address = useAddressFilter(FILTERS, NEWEST_FIRST)
  const { chosen } = address
  const { sought, text: words, clear } = useTypedFilter(chosen)
  const sort = useRelevanceOrder(address, () => sought.value !== '')
  const pending = usePendingRemovals()

  const query = computed<SharesQuery>(() => {
    const item_id = item()
    return {
      direction: directionOf(tab),
      ...conditionsOf(chosen.value),
      ...(tab === 'waiting' && { state: 'acceptance_required' as const }),
      ...(item_id !== undefined && { item_id }),
      ...(sought.value !== '' && { text: sought.value }),
      ...orderOf(ORDERS, 'created', sort.value),
    }
  })
  useActor(actor).whenLocked(clear)

  const rows = usePagedRows<ShareRow, SharesReply>(actor, {
    read: (window) => read({ ...query.value, ...window }),
    filter: () => JSON.stringify(query.value),
    words: () => sought.value,
    kept: `shares-${tab}`,
    keyOf: ({ share_id }) => share_id,
    // Shares whose end is waiting for Undo.
    hidden: () =>
      tab === 'waiting' ? new Set([...pending.of(actor), ...pending.of(actor, 'declined')]) : pending.of(actor),
  })

  function read(wanted: z.input<typeof workbenchShareOperations.shareRows.query>): Promise<SharesReply> {
    return call(workbenchShareOperations.shareRows, { params: { user_id: actor }, query: wanted })
  }

  /** Reads one share by its id; undefined when it is missing. */
  async function readOne(share_id: string): Promise<ShareRow | undefined> {
    return (await read({ direction: directionOf(tab), share_id, limit: 1 })).rows[0]
  }

  return { ...rows, words, chosen, sort, address, readOne }
}

function conditionsOf({
  state,
  person,
  onward,
}: Chosen): Pick<SharesQuery, 'state' | 'declined' | 'person_id' | 'onward'> {
  const known = ShareState.safeParse(state?.[0])
  return {
    ...(known.success && { state: known.data }),
    ...(state?.[0] === 'not_rejected' && { declined: false }),
    ...(person?.[0] !== undefined && { person_id: person[0] }),
    ...(onward?.[0] !== undefined && { onward: onward[0] === 'onward' }),
  }
}
