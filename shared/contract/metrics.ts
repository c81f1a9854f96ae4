import { z } from 'zod'
import { answer, defineOperations } from './operation.ts'
import { QueryList, ShortText, Time, namedObject } from './values.ts'

/** Usage numbers are counts and sizes only: they hold no label, name or id of what they count. */

const count = z.int().min(0)
const CountsByOwnership = namedObject('CountsByOwnership', { all: count, own: count, duplicate: count })

export const ItemReport = namedObject('ItemReport', { items: CountsByOwnership, slots: CountsByOwnership })

const ConnectionsByRoles = namedObject('ConnectionsByRoles', { admin: count, owner: count, reader: count })
const DelegationsReport = namedObject('DelegationsReport', { count, by_roles: ConnectionsByRoles })

export const UserConnectionsReport = namedObject('UserConnectionsReport', {
  all_connections: count,
  member_connections: count,
  service_connections: count,
  connections_granting_delegation_access_to_your_account: DelegationsReport,
  connections_with_delegation_access_to_other_users: DelegationsReport,
})

export const GlobalConnectionsReport = namedObject('GlobalConnectionsReport', {
  all_connections: count,
  member_connections: count,
  service_connections: count,
  delegate_connections: count,
  delegation_connections_by_roles: ConnectionsByRoles,
})

export const GlobalSharesReport = namedObject('GlobalSharesReport', {
  all_shares: count,
  share_senders: count,
  share_recipients: count,
})

/** The sizes of files, in bytes. */
export const AttachmentsReport = namedObject('AttachmentsReport', {
  data_size_of_uploaded_attachments_and_folders: count,
  data_size_of_own_slots: count,
  data_size_of_duplicate_slots: count,
  data_size_of_own_and_duplicate_slots: count,
})

export const GlobalUsersReport = namedObject('GlobalUsersReport', {
  all_users: count,
  humans: count,
  organization_agents: count,
  service_agents: count,
})

const ActiveUsersReport = namedObject('ActiveUsersReport', { active_users: count })

/** Counts only items made from these templates and with these classifications; an item must match every given field. */
const itemFilter = z.object({
  template_ids: QueryList.optional(),
  classification_scheme_name: ShortText.optional(),
  classification_node_name: ShortText.optional(),
  classification_node_names: QueryList.optional(),
})

export type ItemReportFilter = z.output<typeof itemFilter>

const items = { query: itemFilter, success: answer(200, { item_metrics: ItemReport }) } as const
const ownConnections = {
  success: answer(200, { connection_metrics: UserConnectionsReport }),
} as const
const attachments = { success: answer(200, { attachment_metrics: AttachmentsReport }) } as const

const own = { api: 'vault', auth: 'user', delegation: 'reader' } as const
const system = { api: 'vault', auth: 'operator', delegation: 'ignored' } as const

/** Operations that report usage numbers (docs/contract/vault.md, Usage numbers). */
export const metricsOperations = defineOperations({
  metricsItemsGet: {
    ...own,
    ...items,
    endpoint: 'GET /metrics/items',
    summary: 'How many items and slots you have',
    errors: ['invalid_params'],
  },
  metricsConnectionsGet: {
    ...own,
    ...ownConnections,
    endpoint: 'GET /metrics/connections',
    summary: 'How many connections you have, by kind',
  },
  metricsAttachmentsGet: {
    ...own,
    ...attachments,
    endpoint: 'GET /metrics/attachments',
    summary: 'How many bytes your files have',
  },
  systemMetricsItemsGet: {
    ...system,
    ...items,
    endpoint: 'GET /system/metrics/items',
    summary: 'How many items and slots there are',
    errors: ['invalid_params'],
  },
  systemMetricsItemsUserIdGet: {
    ...system,
    ...items,
    endpoint: 'GET /system/metrics/items/{user_id}',
    summary: 'How many items and slots a user has',
    errors: ['not_found', 'invalid_params'],
  },
  systemMetricsConnectionsGet: {
    ...system,
    endpoint: 'GET /system/metrics/connections',
    summary: 'How many connections and shares there are',
    success: answer(200, { connection_metrics: GlobalConnectionsReport, share_metrics: GlobalSharesReport }),
  },
  systemMetricsConnectionsUserIdGet: {
    ...system,
    ...ownConnections,
    endpoint: 'GET /system/metrics/connections/{user_id}',
    summary: 'How many connections a user has, by kind',
    errors: ['not_found'],
  },
  systemMetricsAttachmentsGet: {
    ...system,
    ...attachments,
    endpoint: 'GET /system/metrics/attachments',
    summary: 'How many bytes all files have',
  },
  systemMetricsAttachmentsUserIdGet: {
    ...system,
    ...attachments,
    endpoint: 'GET /system/metrics/attachments/{user_id}',
    summary: 'How many bytes the files of a user have',
    errors: ['not_found'],
  },
  systemMetricsUsersGet: {
    ...system,
    endpoint: 'GET /system/metrics/users',
    summary: 'How many users there are, or joined within a period',
    query: z.object({ start_date: Time.optional(), end_date: Time.optional() }),
    success: answer(200, { user_metrics: GlobalUsersReport }),
    errors: ['invalid_params'],
  },
  systemMetricsActiveGet: {
    ...system,
    endpoint: 'GET /system/metrics/active',
    summary: 'How many users used a session in the last 30 days',
    success: answer(200, { user_metrics: ActiveUsersReport }),
  },
})
