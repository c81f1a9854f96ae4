import { vaultComponentOperations } from '../../../../shared/contract/component.ts'
import { metricsOperations } from '../../../../shared/contract/metrics.ts'
import { callOperator } from '../../../api/call.ts'
import { useLoaded } from '../../../api/use-loaded.ts'

/** The numbers of the whole vault, and whether it works. They are counted when they are asked for. */
export function useUsage() {
  const call = callOperator()
  return useLoaded(async () => {
    const [status, users, active, items, connections, attachments] = await Promise.all([
      call(vaultComponentOperations.systemStatusGet, {}),
      call(metricsOperations.systemMetricsUsersGet, { query: {} }),
      call(metricsOperations.systemMetricsActiveGet, {}),
      call(metricsOperations.systemMetricsItemsGet, { query: {} }),
      call(metricsOperations.systemMetricsConnectionsGet, {}),
      call(metricsOperations.systemMetricsAttachmentsGet, {}),
    ])
    return {
      status,
      users: users.user_metrics,
      activeUsers: active.user_metrics.active_users,
      items: items.item_metrics,
      connections: connections.connection_metrics,
      shares: connections.share_metrics,
      bytes: attachments.attachment_metrics,
    }
  })
}

/** The numbers of one user. @throws {CallError} `not_found` */
export async function readUserUsage(user_id: string) {
  const call = callOperator()
  const params = { user_id }
  const [items, connections, attachments] = await Promise.all([
    call(metricsOperations.systemMetricsItemsUserIdGet, { params, query: {} }),
    call(metricsOperations.systemMetricsConnectionsUserIdGet, { params }),
    call(metricsOperations.systemMetricsAttachmentsUserIdGet, { params }),
  ])
  return {
    id: user_id,
    items: items.item_metrics,
    connections: connections.connection_metrics,
    bytes: attachments.attachment_metrics,
  }
}

export type Usage = NonNullable<ReturnType<typeof useUsage>['value']['value']>
export type UserUsage = Awaited<ReturnType<typeof readUserUsage>>
