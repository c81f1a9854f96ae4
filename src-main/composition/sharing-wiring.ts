import { clientTaskOperations } from '../../shared/contract/client-tasks.ts'
import { shareOperations } from '../../shared/contract/shares.ts'
import type { Change } from '../service/call.ts'
import { allAtOnce } from '../../shared/steps.ts'
import { byId } from '../service/handler-table.ts'
import type { Connection } from '../sqlite/database.ts'
import { classificationStore } from '../vault/classification/classification-store.ts'
import type { FilesOfSlots } from '../vault/attachments/render-attachment.ts'
import { clientTaskHandlers } from '../vault/client-tasks/client-task-handlers.ts'
import { clientTaskStore } from '../vault/client-tasks/client-task-store.ts'
import { createClientTasks, forgetDoneTasks, resumeAbandonedTasks } from '../vault/client-tasks/requested-tasks.ts'
import type { ConnectionStore } from '../vault/connections/connection-store.ts'
import { itemStore } from '../vault/items/item-store.ts'
import { itemViewStore } from '../vault/items/item-view-store.ts'
import { createItemViews } from '../vault/items/item-views.ts'
import { createItemReader } from '../vault/items/read-items.ts'
import { copyStore } from '../vault/shares/copy-store.ts'
import { createShareMaker } from '../vault/shares/create-shares.ts'
import { createShareEnder, endExpiredShares } from '../vault/shares/end-shares.ts'
import { createReencrypter } from '../vault/shares/re-encrypt-item.ts'
import { createRecipientCopies } from '../vault/shares/recipient-copies.ts'
import { createReconfigurer } from '../vault/shares/reconfigure-shares.ts'
import { shareHandlers } from '../vault/shares/share-handlers.ts'
import { shareStore } from '../vault/shares/share-store.ts'
import { createItemSharing } from '../vault/shares/shared-items.ts'
import { createSharesOfConnections } from '../vault/shares/shares-of-connections.ts'
import { createShareUpdater } from '../vault/shares/update-shares.ts'

interface SharingWiring {
  readonly connection: Connection
  readonly connections: ConnectionStore
  readonly files: FilesOfSlots
  /** Whether the delegate has encrypted the account owner's key under their own. */
  readonly isTakenOver: (delegationToken: string) => boolean
}

/** Joins shares and client tasks with their tables. */
export function wireSharing({ connection, connections, files, isTakenOver }: SharingWiring) {
  const items = itemStore(connection)
  const classification = classificationStore(connection)
  const shares = shareStore(connection)
  const copies = copyStore(connection)
  const taskStore = clientTaskStore(connection)
  const tasks = createClientTasks(taskStore, connections, isTakenOver)
  const views = createItemViews(itemViewStore(connection))
  const recipientCopies = createRecipientCopies({ items, shares, copies, classification })
  const endShares = createShareEnder({ shares, copies, recipientCopies })
  const maker = createShareMaker({ items, shares, copies, connections, recipientCopies })
  return {
    forItems: { views, sharing: createItemSharing({ items, shares, copies, endShares, tasks }) },
    forConnections: createSharesOfConnections({ shares, maker, endShares, tasks, connections }),
    tasks,
    timedWork: [endExpiredShares(shares, endShares), resumeAbandonedTasks(taskStore), forgetDoneTasks(taskStore)],
    /** Ends at most this many shares of a user who is about to be deleted. Returns how many. */
    leave: (change: Change, userId: string, atMost: number): number => {
      const some = shares.someInvolving(userId, atMost)
      allAtOnce(endShares(change, some))
      return some.length
    },
    handlers: {
      ...byId(
        shareOperations,
        shareHandlers({
          items,
          shares,
          copies,
          connections,
          recipientCopies,
          endShares,
          tasks,
          views,
          maker,
          updateShares: createShareUpdater({ items, shares, copies }),
          reencrypt: createReencrypter({ items, shares, copies }),
          reconfigure: createReconfigurer({ items, shares, copies, endShares }),
          reader: createItemReader({ items, classification, connections, files }),
        }),
      ),
      ...byId(clientTaskOperations, clientTaskHandlers(taskStore, tasks)),
    },
  }
}
