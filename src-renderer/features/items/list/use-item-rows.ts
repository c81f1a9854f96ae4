import type { z } from 'zod'
import type { ItemRow } from '../../../../shared/contract/workbench-items.ts'
import { workbenchItemOperations } from '../../../../shared/contract/workbench-items.ts'
import { call } from '../../../api/call.ts'
import { usePagedRows } from '../../../rows/use-paged-rows.ts'

export type RowsQuery = Omit<z.input<typeof workbenchItemOperations.itemRows.query>, 'offset' | 'limit'>
export type RowsReply = z.output<typeof workbenchItemOperations.itemRows.success.body>

/**
 * The items list of one actor.
 *
 * @param query filter and order; another one replaces the rows when its first answer is there.
 * @param hidden ids that are not shown: their deletion waits for Undo.
 */
export function useItemRows(actor: string, query: () => RowsQuery, hidden: () => ReadonlySet<string>) {
  return usePagedRows<ItemRow, RowsReply>(actor, {
    read: (window) =>
      call(workbenchItemOperations.itemRows, { params: { user_id: actor }, query: { ...query(), ...window } }),
    filter: () => JSON.stringify(query()),
    words: () => query().text ?? '',
    keyOf: ({ id }) => id,
    hidden,
  })
}
