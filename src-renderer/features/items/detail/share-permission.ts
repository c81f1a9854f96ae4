import type { ItemRow, OpenedItem, ShareState } from '../../../../shared/contract/workbench-items.ts'

const READABLE: readonly ShareState[] = ['accepted', 'acceptance_not_required']

/** An item its actor may share: an own one, or a received one that may be passed on and was accepted. */
export function mayShare({ item, share }: OpenedItem): boolean {
  if (item.own) return true
  return share !== null && share.onsharing_permitted && READABLE.includes(share.state)
}

/** Like `mayShare` for a row of the list, which does not tell whether a received item may be passed on. */
export function mightShare({ own, share_state }: ItemRow): boolean {
  return own || (share_state !== null && READABLE.includes(share_state))
}
