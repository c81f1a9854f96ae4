import { computed } from 'vue'
import type { z } from 'zod'
import { ShareState } from '../../../../shared/contract/workbench-items.ts'
import type { workbenchShareOperations } from '../../../../shared/contract/workbench-sharing.ts'
import { useAddressFilter } from '../../../rows/use-address-filter.ts'
import { orderOf, useSoughtOrder, useTypedFilter } from '../../../rows/use-typed-filter.ts'
import { useActor } from '../../../session/use-actor.ts'
import type { Chosen } from '../../../ui/chosen-filters.ts'
import type { ListSort } from '../../../ui/list-model.ts'
import type { ShareListTab } from '../sharing-place.ts'

export type SharesQuery = Omit<z.input<typeof workbenchShareOperations.shareRows.query>, 'offset' | 'limit'>

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
 * What one tab of an actor's shares is filtered and ordered by, and the query this makes.
 *
 * @param item shows the shares of this item only, whatever else is chosen.
 */
export function useShareFilter(actor: string, tab: ShareListTab, item: () => string | undefined) {
  const address = useAddressFilter(FILTERS, NEWEST_FIRST)
  const { chosen } = address
  const { sought, ...bar } = useTypedFilter(chosen)
  const sort = useSoughtOrder(address, () => sought.value !== '')

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
  useActor(actor).whenLocked(bar.clear)

  return { ...bar, chosen, sort, address, query }
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
