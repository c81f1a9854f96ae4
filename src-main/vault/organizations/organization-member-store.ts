import type { OrganizationMember } from '../../../shared/contract/organization-members.ts'
import type { MemberRole } from '../../../shared/contract/organization-rights.ts'
import type { StoredInvitation } from '../invitations/invitation-store.ts'
import type { Page, PageRequest } from '../../../shared/contract/paging.ts'

/** A membership as stored. */
export interface StoredMember {
  /** The `organization_member_id`. */
  readonly id: string
  readonly organization_id: string
  readonly user_id: string
  readonly role: MemberRole
  readonly created_at: string
}

/** With what members show of themselves. */
export interface ReadMember extends StoredMember {
  readonly full_name: OrganizationMember['full_name']
  readonly email: string
}

export interface MemberFilter {
  /** Part of name or email. */
  readonly like: string | undefined
  readonly role: MemberRole | undefined
}

export interface OrganizationMemberStore {
  add(member: StoredMember): void
  /** @param id user id or `organization_member_id` */
  find(organizationId: string, id: string): ReadMember | undefined
  page(organizationId: string, filter: MemberFilter, request: PageRequest): Page<ReadMember>
  /** How many members have this in name or email. */
  countLike(organizationId: string, filter: MemberFilter): number
  /** User ids. */
  ownerIds(organizationId: string): readonly string[]
  ofUser(userId: string): readonly StoredMember[]
  /** Whether an organization would be left without owner. */
  isLastOwnerSomewhere(userId: string): boolean
  setRole(id: string, role: MemberRole): void
  delete(id: string): void
  /** Notes which member opened a session of an agent. */
  addAgentSession(sessionId: string, memberId: string): void
  /** Ends the sessions that a member opened, of one agent or of all. Returns their ids and agents. */
  endAgentSessions(memberId: string, agentId: string | undefined): readonly EndedAgentSession[]
  /** Notes which member opened the session of an agent in which an invitation was made. */
  addAgentInvitation(invitationId: string, sessionId: string): void
  /** Deletes unused member invitations that were made in sessions of the member, and returns them. */
  deleteMemberInvitations(memberId: string): readonly DeletedInvitation[]
}

export type DeletedInvitation = Pick<StoredInvitation, 'id' | 'user_id' | 'integration_data'>

export interface EndedAgentSession {
  readonly id: string
  readonly agent_id: string
}
