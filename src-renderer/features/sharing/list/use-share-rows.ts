import type { z } from 'zod'
import type { ShareRow } from '../../../../shared/contract/workbench-sharing.ts'
import { workbenchShareOperations } from '../../../../shared/contract/workbench-sharing.ts'
import { call } from '../../../api/call.ts'
import { usePagedRows } from '../../../rows/use-paged-rows.ts'
import type { SharesQuery } from './use-share-filter.ts'

export type SharesReply = z.output<typeof workbenchShareOperations.shareRows.success.body>

/**
 * Shares of one actor in one direction.
 *
 * @param hidden ids that are not shown: their end waits for Undo.
 */
export function useShareRows(actor: string, query: () => SharesQuery, hidden: () => ReadonlySet<string>) {
  return usePagedRows<ShareRow, SharesReply>(actor, {
    read: (window) =>
      call(workbenchShareOperations.shareRows, { params: { user_id: actor }, query: { ...query(), ...window } }),
    filter: () => JSON.stringify(query()),
    keyOf: ({ share_id }) => share_id,
    hidden,
  })
}

/** One share by its id, wherever in its list it stands; undefined when it is not there. */
export async function readShareRow(
  actor: string,
  direction: ShareRow['direction'],
  share_id: string,
): Promise<ShareRow | undefined> {
  const query = { direction, share_id, limit: 1 }
  const { rows } = await call(workbenchShareOperations.shareRows, { params: { user_id: actor }, query })
  return rows[0]
}

export type ShareRows = ReturnType<typeof useShareRows>
