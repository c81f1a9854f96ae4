import type { MemberRole } from '../../../shared/contract/organization-rights.ts'
import type { Organization } from '../../../shared/contract/organizations.ts'
import type { Page, PageRequest, Cursor } from '../../../shared/contract/paging.ts'
import { pageOf } from '../../service/cursor.ts'
import { assigned, columnsOf } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'
import { statementCache } from '../../sqlite/statement-cache.ts'

/** An organization as stored. */
export interface StoredOrganization extends Omit<Organization, 'own_role'> {
  /** Exactly as received; tokens of the agent are sealed to it. */
  readonly public_key: string
  readonly members_count: number
  readonly owners_count: number
}

/** An organization with the role of the user it was read for. */
export interface ReadOrganization extends StoredOrganization {
  readonly own_role: MemberRole | null
}

type NewOrganization = Pick<
  StoredOrganization,
  'id' | 'name' | 'description' | 'url' | 'email' | 'public_key' | 'requestor_id' | 'created_at'
>

/** The lists of organizations; all but `validated` and `to_review` contain the user's own. */
export type OrganizationList = 'validated' | 'requested' | 'rejected' | 'member' | 'to_review'

const COLUMNS = `id, name, description, url, email, public_key, status, requestor_id, validated_by_id, agent_id,
  validated_at, rejection_reason, created_at, members_count, owners_count`

/** All except `member`, which is short, are read in the order of an index. */
const LISTS: Readonly<Record<OrganizationList, string>> = {
  validated: "o.status = 'validated'",
  to_review: "o.status = 'requested'",
  requested: "o.requestor_id = @userId AND o.status = 'requested'",
  rejected: "o.requestor_id = @userId AND o.status = 'rejected'",
  member: 'o.id IN (SELECT organization_id FROM organization_members WHERE user_id = @userId)',
}

export type OrganizationStore = ReturnType<typeof organizationStore>

/** Organizations on SQLite. */
export function organizationStore(connection: Connection) {
  const insert = connection.prepare(/* sql */ `
    INSERT INTO organizations (id, name, description, url, email, public_key, status, requestor_id, created_at)
    VALUES (@id, @name, @description, @url, @email, @public_key, 'requested', @requestor_id, @created_at)
  `)
  const update = connection.prepare(/* sql */ `
    UPDATE organizations SET ${assigned(`name, description, url, email, status, validated_by_id, agent_id,
      validated_at, rejection_reason`)}
    WHERE id = @id
  `)
  const byId = connection.prepare<{ userId: string; id: string }, ReadOrganization>(`${READ} WHERE o.id = @id`)
  const byAgent = connection.prepare<[string], StoredOrganization>(
    `SELECT ${COLUMNS} FROM organizations WHERE agent_id = ?`,
  )
  const unapproved = connection.prepare<[string], StoredOrganization>(
    `SELECT ${COLUMNS} FROM organizations WHERE requestor_id = ? AND status IN ('requested', 'rejected')`,
  )
  const remove = connection.prepare<[string]>('DELETE FROM organizations WHERE id = ?')
  const page = statementCache<ReadOrganization>(connection)
  return {
    /** Adds it in state `requested`. */
    add: (organization: NewOrganization) => void insert.run(organization),
    /** @param userId whose role is read along */
    find: (userId: string, id: string) => byId.get({ userId, id }),
    ofAgent: (agentId: string) => byAgent.get(agentId),
    page(userId: string, list: OrganizationList, request: PageRequest): Page<ReadOrganization> {
      const rows = page(organizationPageSql(list, request)).all({
        ...request.after,
        userId,
        limit: request.perPage + 1,
      })
      return pageOf(rows, request.perPage, organizationPlace)
    },
    /** Requests of a user that were not approved. */
    unapprovedOf: (userId: string): readonly StoredOrganization[] => unapproved.all(userId),
    /** Stores everything but id, key, requestor, time of creation and the counts. */
    update: (organization: StoredOrganization) => void update.run(organization),
    delete: (id: string) => void remove.run(id),
  }
}

const READ = /* sql */ `
  SELECT ${columnsOf('o', COLUMNS)}, m.role AS own_role FROM organizations o
  LEFT JOIN organization_members m ON m.organization_id = o.id AND m.user_id = @userId
`

/** `+` before a parameter: SQLite may otherwise compile an ordered statement again whenever a value changes. */
export function organizationPageSql(list: OrganizationList, { after }: Pick<PageRequest, 'after'>): string {
  const conditions = [LISTS[list], ...(after === undefined ? [] : ['(o.created_at, o.id) > (+@sortValue, +@id)'])]
  return `${READ} WHERE ${conditions.join(' AND ')} ORDER BY o.created_at, o.id LIMIT +@limit`
}

const organizationPlace = ({ created_at, id }: StoredOrganization): Cursor => ({ sortValue: created_at, id })
