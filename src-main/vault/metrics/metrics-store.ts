import type { z } from 'zod'
import type {
  AttachmentsReport,
  GlobalConnectionsReport,
  GlobalSharesReport,
  GlobalUsersReport,
  ItemReport,
  ItemReportFilter,
  UserConnectionsReport,
} from '../../../shared/contract/metrics.ts'
import { idList } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'
import { classifiedItemsSql, itemConditions, wantedNodes } from '../items/item-page-sql.ts'
import { statementCache } from '../../sqlite/statement-cache.ts'

/** The records that are counted: those of one user, or everybody's as far as the operator may ask for them. */
export type Counted = { readonly userId: string } | 'everybody'

/** Users who joined in a time: from `from` on, and before `till`; null has no limit on that side. */
interface JoinedBetween {
  readonly from: string | null
  readonly till: string | null
}

export type MetricsStore = ReturnType<typeof metricsStore>

/** Numbers over all records, counted by the database at the moment they are asked for. */
export function metricsStore(connection: Connection) {
  return {
    ...itemNumbers(connection),
    ...connectionNumbers(connection),
    ...attachmentNumbers(connection),
    ...userNumbers(connection),
  }
}

interface Owned {
  readonly all: number
  readonly own: number
}

const byOwnership = ({ all, own }: Owned) => ({ all, own, duplicate: all - own })

function itemNumbers(connection: Connection) {
  const statement = statementCache<Record<'items' | 'copies' | 'slots' | 'slots_of_copies', number>>(connection)
  const nodeStatement = statementCache<{ readonly id: string }>(connection)
  return {
    /**
     * @param nodes `global`: users' own nodes do not count as filter, so that nobody can guess the names of their tags
     */
    items(whose: Counted, filter: ItemReportFilter, nodes: 'all' | 'global'): z.infer<typeof ItemReport> {
      const parameters = { ...parametersOf(filter), ...(whose !== 'everybody' && whose) }
      const wanted = wantedNodes(filter, nodes)
      const found = wanted?.isOnly === true ? nodeStatement(`${wanted.sql} LIMIT 2`).all(parameters) : []
      const [node] = found.length === 1 ? found : []
      const sql =
        wanted === undefined || node ? countedSql(whose, filter, node) : countingSql(whose, filter, nodes, wanted.sql)
      const counts = statement(sql).get({ ...parameters, node: node?.id })
      const { items = 0, copies = 0, slots = 0, slots_of_copies = 0 } = counts ?? {}
      return {
        items: { all: items, own: items - copies, duplicate: copies },
        slots: { all: slots, own: slots - slots_of_copies, duplicate: slots_of_copies },
      }
    },
  }
}

const sumsSql = (counts: string) => /* sql */ `
    SELECT coalesce(sum(items_count), 0) AS items, coalesce(sum(items_count) FILTER (WHERE is_copy), 0) AS copies,
      coalesce(sum(slots_count), 0) AS slots, coalesce(sum(slots_count) FILTER (WHERE is_copy), 0) AS slots_of_copies
    FROM ${counts}`

/** Reads what triggers count: items by template, and those of one node `@node`. */
function countedSql(whose: Counted, filter: ItemReportFilter, node: object | undefined): string {
  const conditions = [
    ...(node === undefined ? [] : ['i.node_id = @node']),
    ...(whose === 'everybody' ? [] : ['i.user_id = @userId']),
    ...(filter.template_ids === undefined
      ? []
      : ['i.item_template_id IN (SELECT value FROM json_each(@template_ids))']),
  ]
  const table = node === undefined ? 'item_counts' : 'node_item_counts'
  return sumsSql(`${table} i WHERE ${['true', ...conditions].join(' AND ')}`)
}

/** Items of several nodes, each of which counts once, are counted one by one. */
function countingSql(whose: Counted, filter: ItemReportFilter, among: 'all' | 'global', nodes: string): string {
  return sumsSql(/* sql */ `(SELECT i.user_id <> i.owner_id AS is_copy, 1 AS items_count,
        (SELECT count(*) FROM slots s WHERE s.item_id = i.id) AS slots_count
      FROM (${classifiedItemsSql(nodes, whose !== 'everybody')}) found CROSS JOIN items i ON i.id = found.item_id
      WHERE ${['true', ...itemConditions(filter, among)].join(' AND ')})`)
}

const parametersOf = (filter: ItemReportFilter) => ({
  ...filter,
  template_ids: idList(filter.template_ids),
  classification_node_names: JSON.stringify(filter.classification_node_names ?? []),
})

/** Columns that count rows by the role of a delegation. */
const byRole = (isDelegation: string, prefix = '') =>
  ['admin', 'owner', 'reader']
    .map((role) => `count(*) FILTER (WHERE ${isDelegation} AND c.delegation_role = '${role}') AS ${prefix}${role}`)
    .join(', ')

function connectionNumbers(connection: Connection) {
  const granting = "other.connection_type = 'delegate'"
  const granted = "c.connection_type = 'delegate'"
  const ofUser = connection.prepare<[string], Readonly<Record<string, number>>>(/* sql */ `
    SELECT count(*) AS "all", count(*) FILTER (WHERE c.connection_type = 'member') AS member,
      count(*) FILTER (WHERE c.connection_type = 'service') AS service,
      count(*) FILTER (WHERE ${granting}) AS granting, ${byRole(granting, 'granting_')},
      count(*) FILTER (WHERE ${granted}) AS granted, ${byRole(granted, 'granted_')}
    FROM connections c JOIN connections other ON other.id = c.other_id WHERE c.user_id = ?
  `)
  // Every connection has two rows: each is counted once, through one of them.
  const ofAll = connection.prepare<[], Readonly<Record<string, number>>>(/* sql */ `
    SELECT count(*) / 2 AS "all", count(*) FILTER (WHERE connection_type = 'member') / 2 AS member,
      count(*) FILTER (WHERE connection_type = 'service') / 2 AS service,
      count(*) FILTER (WHERE ${granted}) AS "delegate", ${byRole(granted)}
    FROM connections c
  `)
  const shares = connection.prepare<
    [],
    { readonly all_shares: number; readonly share_senders: number; readonly share_recipients: number }
  >(/* sql */ `
    SELECT count(*) AS all_shares, count(DISTINCT sender_id) AS share_senders,
      count(DISTINCT recipient_id) AS share_recipients
    FROM shares
  `)
  return {
    connectionsOf(userId: string): z.infer<typeof UserConnectionsReport> {
      const counts = ofUser.get(userId) ?? {}
      return {
        ...kinds(counts),
        connections_granting_delegation_access_to_your_account: delegations(counts, 'granting'),
        connections_with_delegation_access_to_other_users: delegations(counts, 'granted'),
      }
    },
    connections(): z.infer<typeof GlobalConnectionsReport> {
      const counts = ofAll.get() ?? {}
      return {
        ...kinds(counts),
        delegate_connections: counts['delegate'] ?? 0,
        delegation_connections_by_roles: roles(counts, ''),
      }
    },
    shares: (): z.infer<typeof GlobalSharesReport> =>
      shares.get() ?? { all_shares: 0, share_senders: 0, share_recipients: 0 },
  }
}

type Counts = Readonly<Record<string, number>>

const kinds = (counts: Counts) => ({
  all_connections: counts['all'] ?? 0,
  member_connections: counts['member'] ?? 0,
  service_connections: counts['service'] ?? 0,
})

const roles = (counts: Counts, prefix: string) => ({
  admin: counts[`${prefix}admin`] ?? 0,
  owner: counts[`${prefix}owner`] ?? 0,
  reader: counts[`${prefix}reader`] ?? 0,
})

const delegations = (counts: Counts, name: string) => ({
  count: counts[name] ?? 0,
  by_roles: roles(counts, `${name}_`),
})

/**
 * Bytes of the files that slots link to. A file that two slots link to counts in both (docs/contract/vault.md,
 * Usage numbers). Read from the files on: most slots have none.
 */
export const slotSizesSql = (condition: string) => /* sql */ `
  SELECT coalesce(sum(size) FILTER (WHERE own), 0) AS own, coalesce(sum(size), 0) AS "all" FROM (
    SELECT a.byte_size AS size, i.user_id = i.owner_id AS own
    FROM attachments a CROSS JOIN slots s ON s.attachment_id = a.id CROSS JOIN items i ON i.id = s.item_id
    WHERE true ${condition}
    UNION ALL
    SELECT f.byte_size, i.user_id = i.owner_id
    FROM attachments_folders f CROSS JOIN slots s ON s.attachments_folder_id = f.id CROSS JOIN items i ON i.id = s.item_id
    WHERE true ${condition}
  )`

/** The stored bytes: files with their artefacts and thumbnails, and the files of folders. */
const uploadedSql = (condition: string) => /* sql */ `
  SELECT coalesce(sum(stored_size), 0) AS uploaded FROM blobs WHERE is_linked = 1 ${condition}`

function attachmentNumbers(connection: Connection) {
  const prepare = (slots: string, uploads: string) => ({
    inSlots: connection.prepare<object, Owned>(slotSizesSql(slots)),
    uploaded: connection.prepare<object, number>(uploadedSql(uploads)).pluck(),
  })
  const ofUser = prepare('AND i.user_id = @userId', 'AND user_id = @userId')
  const ofAll = prepare('', '')
  return {
    /** The bytes of the files and folders of a user. */
    uploadedBytes: (userId: string) => ofUser.uploaded.get({ userId }) ?? 0,
    /** Sums of bytes. */
    attachments(whose: Counted): z.infer<typeof AttachmentsReport> {
      const { inSlots, uploaded } = whose === 'everybody' ? ofAll : ofUser
      const parameters = whose === 'everybody' ? {} : whose
      const { all, own, duplicate } = byOwnership(inSlots.get(parameters) ?? { all: 0, own: 0 })
      return {
        data_size_of_uploaded_attachments_and_folders: uploaded.get(parameters) ?? 0,
        data_size_of_own_slots: own,
        data_size_of_duplicate_slots: duplicate,
        data_size_of_own_and_duplicate_slots: all,
      }
    },
  }
}

function userNumbers(connection: Connection) {
  const ofType = (type: string) => `count(*) FILTER (WHERE user_type = '${type}')`
  const users = connection.prepare<JoinedBetween, z.infer<typeof GlobalUsersReport>>(/* sql */ `
    SELECT count(*) AS all_users, ${ofType('human')} AS humans,
      ${ofType('organization_agent')} AS organization_agents, ${ofType('service_agent')} AS service_agents
    FROM users WHERE leaving_since IS NULL AND (@from IS NULL OR joined_at >= @from) AND (@till IS NULL OR joined_at < @till)
  `)
  const active = connection
    .prepare<[string], number>('SELECT count(*) FROM session_uses WHERE last_used_on >= ?')
    .pluck()
  return {
    users: (joined: JoinedBetween) =>
      users.get(joined) ?? { all_users: 0, humans: 0, organization_agents: 0, service_agents: 0 },
    /** Users noted on this day or a later one; `sinceDay` is a UTC day such as `2026-01-31`. */
    activeUsers: (sinceDay: string) => active.get(sinceDay) ?? 0,
  }
}
