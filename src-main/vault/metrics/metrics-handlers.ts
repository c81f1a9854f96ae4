import { ServiceError } from '../../../shared/contract/errors.ts'
import type { metricsOperations } from '../../../shared/contract/metrics.ts'
import type { HandlersFor } from '../../service/call.ts'
import { utcDay } from '../../service/session-uses.ts'
import type { UserStore } from '../users/user-store.ts'
import type { MetricsStore } from './metrics-store.ts'

interface MetricsDependencies {
  readonly metrics: MetricsStore
  readonly users: Pick<UserStore, 'findById'>
}

/** A user counts as active this long after a session was used last (docs/contract/vault.md, Usage numbers). */
const ACTIVE_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** Usage numbers of the acting user, and for the operator those of a user or of all. */
export function metricsHandlers({ metrics, users }: MetricsDependencies): HandlersFor<typeof metricsOperations> {
  return {
    metricsItemsGet: ({ userId }, { query }) => ({ item_metrics: metrics.items({ userId }, query, 'all') }),
    metricsConnectionsGet: ({ userId }) => ({ connection_metrics: metrics.connectionsOf(userId) }),
    metricsAttachmentsGet: ({ userId }) => ({ attachment_metrics: metrics.attachments({ userId }) }),
    systemMetricsItemsGet: (_, { query }) => ({ item_metrics: metrics.items('everybody', query, 'global') }),
    systemMetricsItemsUserIdGet: (_, { params, query }) => ({
      item_metrics: metrics.items({ userId: existing(params.user_id) }, query, 'global'),
    }),
    systemMetricsConnectionsGet: () => ({
      connection_metrics: metrics.connections(),
      share_metrics: metrics.shares(),
    }),
    systemMetricsConnectionsUserIdGet: (_, { params }) => ({
      connection_metrics: metrics.connectionsOf(existing(params.user_id)),
    }),
    systemMetricsAttachmentsGet: () => ({ attachment_metrics: metrics.attachments('everybody') }),
    systemMetricsAttachmentsUserIdGet: (_, { params }) => ({
      attachment_metrics: metrics.attachments({ userId: existing(params.user_id) }),
    }),
    systemMetricsUsersGet: (_, { query }) => ({
      user_metrics: metrics.users({ from: query.start_date ?? null, till: query.end_date ?? null }),
    }),
    systemMetricsActiveGet: ({ nowMs }) => ({
      user_metrics: { active_users: metrics.activeUsers(utcDay(nowMs - ACTIVE_DAYS * DAY_MS)) },
    }),
  }

  function existing(userId: string): string {
    if (users.findById(userId) === undefined) throw new ServiceError('not_found', 'There is no such user.')
    return userId
  }
}
