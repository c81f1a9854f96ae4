import type { keystoreDeletionQueueOperations } from '../../../shared/contract/keystore-deletion-queue.ts'
import type { HandlersFor } from '../../service/call.ts'
import { isoTime } from '../../service/ports.ts'
import type { AccountStore } from '../accounts/account-store.ts'

/** From joining the queue to deletion. */
const WAITING_TIME_MS = 14 * 24 * 60 * 60 * 1000

export function keystoreDeletionQueueHandlers(
  accounts: Pick<AccountStore, 'findById' | 'setQueuedForDeletionAfter'>,
): HandlersFor<typeof keystoreDeletionQueueOperations> {
  return {
    usersDeletionQueuePost(call) {
      const id = call.keystoreUserId
      const queued = accounts.findById(id)?.queued_for_deletion_after ?? null
      if (queued !== null) {
        call.answerWithOtherStatus()
        return { deletion_queue_item: { id, queued_for_deletion_after: queued } }
      }
      const queued_for_deletion_after = isoTime(call.nowMs + WAITING_TIME_MS)
      accounts.setQueuedForDeletionAfter(id, queued_for_deletion_after)
      return { deletion_queue_item: { id, queued_for_deletion_after } }
    },

    usersDeletionQueueDelete(call) {
      accounts.setQueuedForDeletionAfter(call.keystoreUserId, null)
      return undefined
    },
  }
}
