import type { workbenchSharingOperations } from '../../../shared/contract/workbench-sharing.ts'
import type { workbenchTaskOperations } from '../../../shared/contract/workbench-tasks.ts'
import { changeShares, rejectShares, revokeShares } from '../../client/shares/change-shares.ts'
import { acceptInvitation, invitationRows, invite, lookAtInvitation } from '../../client/people/connect-people.ts'
import { acceptShare, openShare, unlockShare } from '../../client/items/open-items.ts'
import { shareItems } from '../../client/shares/share-items.ts'
import { resetTasks, taskRows } from '../../client/tasks/task-rows.ts'
import type { EventFeed } from '../journal/event-feed.ts'
import type { WorkbenchHandlersFor, Working } from './handlers.ts'

/** People and shares as the window sees them: each call is one flow of the client. */
export function sharingHandlers(
  { as }: Working,
  feed: Pick<EventFeed, 'announce'>,
): WorkbenchHandlersFor<typeof workbenchSharingOperations> {
  return {
    connectionRows: ({ params, query }) => as(params.user_id, ({ client }) => client.people.rows(query.text)),
    invitationRows: ({ params }) => as(params.user_id, async ({ client }) => ({ rows: await invitationRows(client) })),
    invitationCreate: ({ params, body }) => as(params.user_id, ({ client }) => invite(client, body)),
    invitationLook: ({ params, body }) => as(params.user_id, ({ client }) => lookAtInvitation(client, body.link)),
    invitationAccept: ({ params, body }) => as(params.user_id, ({ client }) => acceptInvitation(client, body)),
    shareRows: ({ params, query }) => as(params.user_id, ({ client }) => client.shares.rows(query)),
    itemShares: ({ params }) =>
      as(params.user_id, async ({ client }) => ({ rows: await client.shares.ofItem(params.item_id) })),
    shareCreate: ({ params, body }) =>
      as(params.user_id, ({ client }) =>
        shareItems(client, body, (done, of) => {
          feed.announce({ type: 'share-run', user_id: params.user_id, done, of })
        }),
      ),
    shareOpen: ({ params }) => as(params.user_id, ({ client }) => openShare(client, params.share_id)),
    shareAccept: ({ params, body }) =>
      as(params.user_id, ({ client }) => acceptShare(client, params.share_id, body.passphrase)),
    shareUnlock: ({ params, body }) =>
      as(params.user_id, ({ client }) => unlockShare(client, params.share_id, body.passphrase)),
    sharesReject: ({ params, body }) =>
      as(params.user_id, ({ client }) => rejectShares(client.account, body.share_ids)),
    sharesRevoke: ({ params, body }) =>
      as(params.user_id, ({ client }) => revokeShares(client.account, body.share_ids)),
    sharesChange: ({ params, body: { share_ids, ...change } }) =>
      as(params.user_id, ({ client }) => changeShares(client.account, share_ids, change)),
  }
}

/** Client tasks and the export of events. */
export function taskHandlers({ within, as }: Working): WorkbenchHandlersFor<typeof workbenchTaskOperations> {
  return {
    taskRows: ({ params, query }) =>
      within(({ users }) =>
        users.withAccount(params.user_id, async ({ client, tasks }) => ({
          ...(await taskRows(client, query)),
          ...tasks.status(),
          run_tasks_automatically: users.runTasksAutomatically(),
        })),
      ),
    taskRun: ({ params, body }) => within(({ users }) => users.runTasks(params.user_id, body)),
    taskCancel: ({ params }) =>
      as(params.user_id, ({ tasks }) => {
        tasks.cancel()
        return Promise.resolve(tasks.status())
      }),
    taskReset: ({ params, body }) =>
      as(params.user_id, async ({ client }) => ({ reset: await resetTasks(client.account, body.task_ids) })),
    taskSettings: ({ body }) =>
      within(({ users }) => {
        users.setRunTasksAutomatically(body.run_tasks_automatically)
        return body
      }),
  }
}
