import { vaultComponentOperations } from '../../../../shared/contract/component.ts'
import { metricsOperations } from '../../../../shared/contract/metrics.ts'
import { callService } from '../../../api/call.ts'
import { useLoaded } from '../../../api/use-loaded.ts'

const OPERATOR = { as: 'operator' } as const

/** The numbers of the whole vault, and its health. They are counted on request. */
export function useUsage() {
  return useLoaded(async () => {
    const [status, users, active, items, connections, attachments] = await Promise.all([
      callService(OPERATOR, vaultComponentOperations.systemStatusGet, {}),
      callService(OPERATOR, metricsOperations.systemMetricsUsersGet, { query: {} }),
      callService(OPERATOR, metricsOperations.systemMetricsActiveGet, {}),
      callService(OPERATOR, metricsOperations.systemMetricsItemsGet, { query: {} }),
      callService(OPERATOR, metricsOperations.systemMetricsConnectionsGet, {}),
      callService(OPERATOR, metricsOperations.systemMetricsAttachmentsGet, {}),
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
  const params = { user_id }
  const [items, connections, attachments] = await Promise.all([
    callService(OPERATOR, metricsOperations.systemMetricsItemsUserIdGet, { params, query: {} }),
    callService(OPERATOR, metricsOperations.systemMetricsConnectionsUserIdGet, { params }),
    callService(OPERATOR, metricsOperations.systemMetricsAttachmentsUserIdGet, { params }),
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
