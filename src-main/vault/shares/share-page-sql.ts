import type { PageRequest } from '../../../shared/contract/paging.ts'
import type { AcceptanceState } from '../../../shared/contract/shares.ts'

export interface IncomingFilter {
  readonly acceptance_required?: AcceptanceState | undefined
  readonly share_ids?: readonly string[] | undefined
}

export const SHARE_COLUMNS = `id, owner_id, sender_id, recipient_id, item_id, slot_id, public_key, keypair_external_id,
  encrypted_dek, sharing_mode, acceptance_required, terms, expires_at, created_at, values_in_copy`

type Shape = Pick<PageRequest, 'order' | 'after'>

/** A page of received shares. `+`: see `itemPageSql`. */
export function incomingPageSql({ acceptance_required, share_ids }: IncomingFilter, shape: Shape): string {
  return pageSql(shape, [
    // Few ids are looked up one by one; everything else is read in the order of an index of the user.
    share_ids === undefined ? 'recipient_id = +@userId' : '+recipient_id = @userId',
    ...(share_ids === undefined ? [] : ['id IN (SELECT value FROM json_each(@share_ids))']),
    ...(acceptance_required === undefined ? [] : [stateCondition(acceptance_required)]),
  ])
}

/** Shares that wait have an index of their own, which only the text itself leads to. */
function stateCondition(state: AcceptanceState): string {
  return state === 'acceptance_required'
    ? "acceptance_required = 'acceptance_required'"
    : 'acceptance_required = +@acceptance_required'
}

/** A page of sent shares, of all items or of those that are named as the sender knows them. */
export function outgoingPageSql(ofItems: boolean, shape: Shape): string {
  const originals = `SELECT value FROM json_each(@item_ids)
    UNION SELECT original_id FROM items WHERE user_id = @userId AND id IN (SELECT value FROM json_each(@item_ids))`
  return pageSql(shape, [
    ofItems ? '+sender_id = @userId' : 'sender_id = +@userId',
    ...(ofItems ? [`item_id IN (${originals})`] : []),
  ])
}

function pageSql({ after, order }: Shape, conditions: readonly string[]): string {
  const beyond = after === undefined ? [] : [`(created_at, id) ${order === 'asc' ? '>' : '<'} (+@sortValue, +@id)`]
  return `SELECT ${SHARE_COLUMNS} FROM shares WHERE ${[...conditions, ...beyond].join(' AND ')}
    ORDER BY created_at ${order}, id ${order} LIMIT +@limit`
}
