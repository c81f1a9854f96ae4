import type { OrganizationMember } from '../../../shared/contract/organization-members.ts'
import type { MemberRole } from '../../../shared/contract/organization-rights.ts'
import type { StoredInvitation } from '../invitations/invitation-store.ts'
import type { Page, PageRequest, Cursor } from '../../../shared/contract/paging.ts'
import { isLastOwnerSql } from '../users/last-owner-sql.ts'
import { pageOf } from '../../service/cursor.ts'
import { columnsOf, inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'
import { statementCache } from '../../sqlite/statement-cache.ts'

/** A membership as stored. */
export interface StoredMember {
  /** The `organization_member_id`. */
  readonly id: string
  readonly organization_id: string
  readonly user_id: string
  readonly role: MemberRole
  readonly created_at: string
}

/** A member with what members show of themselves. */
export interface ReadMember extends StoredMember {
  readonly full_name: OrganizationMember['full_name']
  readonly email: string
}

export interface MemberFilter {
  /** A part of name or email. */
  readonly like: string | undefined
  readonly role: MemberRole | undefined
}

type DeletedInvitation = Pick<StoredInvitation, 'id' | 'user_id' | 'integration_data'>

interface EndedAgentSession {
  readonly id: string
  readonly agent_id: string
}

interface InvitationRow extends Omit<DeletedInvitation, 'integration_data'> {
  readonly integration_data: string | null
}

const COLUMNS = 'id, organization_id, user_id, role, created_at'

/** Joins a membership to its user; CROSS JOIN fixes this order whatever the statistics. */
const MEMBERS = /* sql */ `
  SELECT ${columnsOf('m', COLUMNS)}, u.full_name, u.email
  FROM organization_members m CROSS JOIN users u ON u.id = m.user_id
`

export type OrganizationMemberStore = ReturnType<typeof organizationMemberStore>

export function organizationMemberStore(connection: Connection) {
  const insert = connection.prepare(`INSERT INTO organization_members ${inserted(COLUMNS)}`)
  const byUser = connection.prepare<[string, string], ReadMember>(
    `${MEMBERS} WHERE m.organization_id = ? AND m.user_id = ?`,
  )
  // The plus keeps SQLite from an index of organizations: it looks up the one row by its id.
  const byId = connection.prepare<[string, string], ReadMember>(`${MEMBERS} WHERE +m.organization_id = ? AND m.id = ?`)
  const owners = connection
    .prepare<[string], string>(
      "SELECT user_id FROM organization_members WHERE organization_id = ? AND role = 'owner' ORDER BY created_at, id",
    )
    .pluck()
  const ofUser = connection.prepare<[string], StoredMember>(
    `SELECT ${COLUMNS} FROM organization_members WHERE user_id = ? ORDER BY id`,
  )
  const lastOwner = connection.prepare<[string]>(`SELECT 1 WHERE ${isLastOwnerSql('?')}`)
  const setRole = connection.prepare<[string, string]>('UPDATE organization_members SET role = ? WHERE id = ?')
  const remove = connection.prepare<[string]>('DELETE FROM organization_members WHERE id = ?')
  const page = statementCache<ReadMember>(connection)
  const count = statementCache<{ readonly found: number }>(connection)
  return {
    add: (member: StoredMember) => void insert.run(member),
    /** @param id user id or `organization_member_id` */
    find: (organizationId: string, id: string) => byUser.get(organizationId, id) ?? byId.get(organizationId, id),
    page(organizationId: string, filter: MemberFilter, request: PageRequest): Page<ReadMember> {
      const rows = page(memberPageSql(filter, request)).all({
        ...request.after,
        ...bound(organizationId, filter),
        limit: request.perPage + 1,
      })
      return pageOf(rows, request.perPage, memberPlace)
    },
    /** Counts the members that match this part of name or email. */
    countLike(organizationId: string, filter: MemberFilter): number {
      const sql = `SELECT count(*) AS found FROM (${MEMBERS} WHERE ${conditions(filter).join(' AND ')})`
      return count(sql).get(bound(organizationId, filter))?.found ?? 0
    },
    ownerIds: (organizationId: string): readonly string[] => owners.all(organizationId),
    ofUser: (userId: string): readonly StoredMember[] => ofUser.all(userId),
    /** Whether this user is the last owner of an organization. */
    isLastOwnerSomewhere: (userId: string) => lastOwner.get(userId) !== undefined,
    setRole: (id: string, role: MemberRole) => void setRole.run(role, id),
    delete: (id: string) => void remove.run(id),
    ...openedByMembers(connection),
  }
}

/** The sessions of agents that members opened, and the invitations made in them. */
function openedByMembers(connection: Connection) {
  const addSession = connection.prepare<[string, string]>(
    'INSERT INTO agent_sessions (session_id, organization_member_id) VALUES (?, ?)',
  )
  const OPENED_BY_MEMBER = /* sql */ `
    id IN (SELECT session_id FROM agent_sessions WHERE organization_member_id = @memberId)
    AND (@agentId IS NULL OR vault_user_id = @agentId)
  `
  type Opened = { memberId: string; agentId: string | undefined }
  const openSessions = connection.prepare<Opened, EndedAgentSession>(
    `SELECT id, vault_user_id AS agent_id FROM sessions WHERE ${OPENED_BY_MEMBER}`,
  )
  const endSessions = connection.prepare<Opened>(`DELETE FROM sessions WHERE ${OPENED_BY_MEMBER}`)
  const addInvitation = connection.prepare<[string, string]>(/* sql */ `
    INSERT INTO agent_invitations (invitation_id, organization_member_id)
    SELECT ?, organization_member_id FROM agent_sessions WHERE session_id = ?
  `)
  const deleteInvitations = connection.prepare<[string], InvitationRow>(/* sql */ `
    DELETE FROM invitations
    WHERE id IN (SELECT invitation_id FROM agent_invitations WHERE organization_member_id = ?)
      AND state = 'new' AND connection_type = 'member'
    RETURNING id, user_id, integration_data
  `)
  return {
    /** Notes which member opened a session of an agent. */
    addAgentSession: (sessionId: string, memberId: string) => void addSession.run(sessionId, memberId),
    /** Ends the sessions that a member opened, of one agent or of all. Returns their ids and agents. */
    endAgentSessions(memberId: string, agentId: string | undefined): readonly EndedAgentSession[] {
      // Read first: RETURNING leaves out sessions that the foreign key deletes.
      const ending = openSessions.all({ memberId, agentId })
      endSessions.run({ memberId, agentId })
      return ending
    },
    /** Notes which member opened the session of an agent in which an invitation was made. */
    addAgentInvitation: (invitationId: string, sessionId: string) => void addInvitation.run(invitationId, sessionId),
    /** Deletes unused member invitations that were made in sessions of the member, and returns them. */
    deleteMemberInvitations: (memberId: string): readonly DeletedInvitation[] =>
      deleteInvitations.all(memberId).map((row) => ({
        ...row,
        // Written by the store of invitations, from the contract's type.
        integration_data: JSON.parse(row.integration_data ?? 'null') as DeletedInvitation['integration_data'],
      })),
  }
}

/** `+` before a parameter: SQLite may otherwise compile an ordered statement again whenever a value changes. */
export function memberPageSql(filter: MemberFilter, { after }: Pick<PageRequest, 'after'>): string {
  const beyond = after === undefined ? [] : ['(m.created_at, m.id) > (+@sortValue, +@id)']
  return `${MEMBERS} WHERE ${[...conditions(filter), ...beyond].join(' AND ')} ORDER BY m.created_at, m.id LIMIT +@limit`
}

function conditions({ like, role }: MemberFilter): string[] {
  return [
    'm.organization_id = +@organizationId',
    ...(role === undefined ? [] : ['m.role = +@role']),
    ...(like === undefined ? [] : ['holds_words(@like, u.full_name, u.email)']),
  ]
}

function bound(organizationId: string, { like, role }: MemberFilter) {
  return { organizationId, role, like }
}

const memberPlace = ({ created_at, id }: StoredMember): Cursor => ({ sortValue: created_at, id })
