import { CallError } from '../../../shared/contract/caller.ts'
import type { InputFor, ReplyFor } from '../../../shared/contract/operation.ts'
import { shareOperations } from '../../../shared/contract/shares.ts'
import type { workbenchShareOperations } from '../../../shared/contract/workbench-sharing.ts'
import type { Account } from '../account/account.ts'
import { messageFields } from '../../../shared/phrase.ts'

type Result = ReplyFor<typeof workbenchShareOperations.sharesRevoke>
type Change = Omit<InputFor<typeof workbenchShareOperations.sharesChange>['body'], 'share_ids'>

/** Ends shares one by one and lists the refusals. */
export function revokeShares({ call }: Account, ids: readonly string[]): Promise<Result> {
  return forEach(ids, (id) => call(shareOperations.sharesIdDelete, { params: { id } }))
}

export function rejectShares({ call }: Account, ids: readonly string[]): Promise<Result> {
  return forEach(ids, (id) => call(shareOperations.incomingSharesIdRejectPut, { params: { id } }))
}

export function changeShares({ call }: Account, ids: readonly string[], change: Change): Promise<Result> {
  const { expires_at, onsharing_permitted } = change
  const changed = {
    ...(expires_at !== undefined && { expires_at }),
    ...(onsharing_permitted !== undefined && { onsharing_permitted }),
  }
  return forEach(ids, (id) => call(shareOperations.sharesPut, { body: { shares: [{ share_id: id, ...changed }] } }))
}

/** Lists refusals, for example of shares that have already ended, but throws when the session has ended. */
async function forEach(ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<Result> {
  const result: Result = { done: 0, failed: [] }
  for (const id of new Set(ids)) {
    try {
      await work(id)
      result.done += 1
    } catch (error) {
      if (!(error instanceof CallError) || error.code === 'unauthorized') throw error
      result.failed.push({ share_id: id, code: error.code, ...messageFields(error) })
    }
  }
  return result
}
