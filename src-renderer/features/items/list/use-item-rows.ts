import { useTimeoutFn } from '@vueuse/core'
import { watch } from 'vue'
import type { z } from 'zod'
import type { ItemRow } from '../../../../shared/contract/workbench-items.ts'
import { workbenchItemOperations } from '../../../../shared/contract/workbench-items.ts'
import { call } from '../../../api/call.ts'
import { usePagedRows } from '../../../rows/use-paged-rows.ts'

export type RowsQuery = Omit<z.input<typeof workbenchItemOperations.itemRows.query>, 'offset' | 'limit'>
export type RowsReply = z.output<typeof workbenchItemOperations.itemRows.success.body>

/** The pause after an answer that searched only some of the values, before asking again. */
const SEARCH_AGAIN_MS = 500

/**
 * The items list of one actor.
 *
 * @param query filter and order; after a change, the rows are replaced with the first answer @param hidden ids of rows
 * that are not shown, because their deletion waits for Undo
 */
export function useItemRows(actor: string, query: () => RowsQuery, hidden: () => ReadonlySet<string>) {
  const rows = usePagedRows<ItemRow, RowsReply>(actor, {
    read: (window) =>
      call(workbenchItemOperations.itemRows, { params: { user_id: actor }, query: { ...query(), ...window } }),
    filter: () => JSON.stringify(query()),
    words: () => query().text ?? '',
    keyOf: ({ id }) => id,
    hidden,
    kept: 'items',
  })
  const lookAgain = useTimeoutFn(() => rows.refresh(false), SEARCH_AGAIN_MS, { immediate: false })
  watch(rows.reply, (reply) => (reply?.complete === false ? lookAgain.start() : lookAgain.stop()))
  return rows
}
