import { z } from 'zod'
import { defineOperations } from './operation.ts'
import { ReplyId, ReplyTime, namedObject } from './values.ts'

const KeystoreDeletionQueueItem = namedObject('KeystoreDeletionQueueItem', {
  id: ReplyId,
  queued_for_deletion_after: ReplyTime.nullable(),
})

/** The waiting time before a key-store user is deleted. */
const queue = { api: 'keystore', auth: 'user', delegation: 'owner' } as const

export const keystoreDeletionQueueOperations = defineOperations({
  usersDeletionQueuePost: {
    ...queue,
    endpoint: 'POST /users/deletion_queue',
    guard: { by: 'session', inWindow: 'userQueueForDeletion' },
    summary: 'Queue the key-store user for deletion in 14 days; 200 when it is queued already',
    success: {
      status: 201,
      otherStatus: 200,
      body: z.object({ deletion_queue_item: KeystoreDeletionQueueItem }),
    },
    errors: ['session_not_sufficient'],
  },
  usersDeletionQueueDelete: {
    ...queue,
    endpoint: 'DELETE /users/deletion_queue',
    summary: 'Leave the deletion queue',
  },
})
