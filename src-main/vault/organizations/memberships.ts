import { ServiceError } from '../../../shared/contract/errors.ts'
import type { MemberRole } from '../../../shared/contract/organization-rights.ts'
import type { Change } from '../../service/call.ts'
import type { MembershipsOfConnection } from '../connections/memberships-of-connection.ts'
import type { Leave } from '../users/delete-user.ts'
import { lastOwner } from '../users/user-rules.ts'
import type { UserStore } from '../users/user-store.ts'
import type { AgentLogins } from './agent-logins.ts'
import { memberEvents, organizationEvents, serviceEvents } from './organization-events.ts'
import type { OrganizationMemberStore, StoredMember } from './organization-member-store.ts'
import { requireHuman } from './organization-rules.ts'
import type { OrganizationServiceStore } from './organization-service-store.ts'
import type { OrganizationStore, StoredOrganization } from './organization-store.ts'

interface MembershipDependencies {
  readonly organizations: Pick<OrganizationStore, 'find'>
  readonly members: Pick<OrganizationMemberStore, 'add' | 'setRole' | 'delete'>
  readonly logins: Pick<AgentLogins, 'endAccessOf'>
}

export type Memberships = ReturnType<typeof createMemberships>

/**
 * Manages memberships (docs/contract/vault.md, Organizations: members). Sessions of agents end with the right to open
 * them.
 */
export function createMemberships({ organizations, members, logins }: MembershipDependencies) {
  return {
    begin(change: Change, member: StoredMember): void {
      members.add(member)
      for (const event of memberEvents('member.added', member, organizationOf(member))) change.emit(event)
    },
    /** @throws {ServiceError} `last_owner` */
    changeRole(change: Change, member: StoredMember, role: MemberRole): void {
      if (member.role === role) return
      const organization = organizationOf(member)
      requireAnotherOwner(organization, member)
      members.setRole(member.id, role)
      if (role !== 'owner') logins.endAccessOf(change, member, organization.agent_id)
      for (const event of memberEvents('member.updated', { ...member, role }, organization)) change.emit(event)
    },
    /** @throws {ServiceError} `last_owner` */
    end(change: Change, member: StoredMember): void {
      const organization = organizationOf(member)
      requireAnotherOwner(organization, member)
      logins.endAccessOf(change, member)
      members.delete(member.id)
      for (const event of memberEvents('member.removed', member, organization)) change.emit(event)
    },
  }

  function organizationOf({ organization_id, user_id }: StoredMember): StoredOrganization {
    const organization = organizations.find(user_id, organization_id)
    if (organization === undefined) throw new Error('a member of no organization')
    return organization
  }
}

function requireAnotherOwner({ owners_count }: StoredOrganization, { role }: StoredMember): void {
  if (role === 'owner' && owners_count === 1) throw lastOwner()
}

interface LeavingStores {
  readonly organizations: Pick<OrganizationStore, 'unapprovedOf' | 'delete'>
  readonly services: Pick<OrganizationServiceStore, 'unapprovedOf' | 'delete'>
  readonly members: Pick<OrganizationMemberStore, 'ofUser' | 'ownerIds'>
  readonly memberships: Pick<Memberships, 'end'>
}

/**
 * Prepares the deletion of a user: memberships and unapproved requests end (docs/contract/vault.md, Users: deleting). A
 * last owner is not deleted, so that every organization keeps one.
 */
export function createOrganizationLeaver({ organizations, services, members, memberships }: LeavingStores): Leave {
  return (change, userId) => {
    for (const member of members.ofUser(userId)) memberships.end(change, member)
    for (const service of services.unapprovedOf(userId)) {
      services.delete(service.id)
      const owners = members.ownerIds(service.organization_id)
      for (const event of serviceEvents('deleted', service, owners)) change.emit(event)
    }
    for (const organization of organizations.unapprovedOf(userId)) {
      organizations.delete(organization.id)
      for (const event of organizationEvents('deleted', organization, [])) change.emit(event)
    }
  }
}

interface MembershipsOfConnectionsDependencies {
  readonly organizations: Pick<OrganizationStore, 'ofAgent'>
  readonly services: Pick<OrganizationServiceStore, 'ofAgent'>
  readonly members: Pick<OrganizationMemberStore, 'find'>
  readonly users: Pick<UserStore, 'findById'>
  readonly memberships: Memberships
  readonly logins: Pick<AgentLogins, 'noteInvitation'>
}

/** Members come by invitations of the organization's agent, and go with their connection. */
export function createMembershipsOfConnections({
  organizations,
  services,
  members,
  users,
  memberships,
  logins,
}: MembershipsOfConnectionsDependencies): MembershipsOfConnection {
  const { noteInvitation } = logins
  return { actsFor, noteInvitation, requireJoinable, join, endOfConnection }

  function actsFor(agentId: string): ReturnType<MembershipsOfConnection['actsFor']> {
    const service = services.ofAgent(agentId)
    if (service !== undefined) return { organization_id: service.organization_id, service_id: service.id }
    return { organization_id: organizationOf(agentId).id }
  }

  function requireJoinable(...[invitation, userId]: Parameters<MembershipsOfConnection['requireJoinable']>): void {
    if (invitation.connection_type !== 'member') return
    const user = users.findById(userId)
    if (user === undefined) throw new Error('a call of a vault user who does not exist')
    requireHuman(user, 'become a member')
    const organization = organizationOf(invitation.user_id)
    if (members.find(organization.id, userId) === undefined) return
    throw new ServiceError('already_member', 'You are a member of this organization already.')
  }

  function join(...[change, invitation, userId]: Parameters<MembershipsOfConnection['join']>) {
    const { integration_data } = invitation
    if (integration_data?.intent !== 'member') return integration_data
    requireJoinable(invitation, userId)
    const id = change.newId()
    memberships.begin(change, {
      id,
      organization_id: organizationOf(invitation.user_id).id,
      user_id: userId,
      role: integration_data.organization_member_role ?? 'admin',
      created_at: change.now,
    })
    return { ...integration_data, organization_member_id: id }
  }

  function endOfConnection(...[change, side]: Parameters<MembershipsOfConnection['endOfConnection']>): void {
    if (side.connection_type !== 'member') return
    const [agentId, userId] =
      side.user_type === 'human' ? [side.other_user_id, side.user_id] : [side.user_id, side.other_user_id]
    const member = members.find(organizationOf(agentId).id, userId)
    if (member !== undefined) memberships.end(change, member)
  }

  function organizationOf(agentId: string): StoredOrganization {
    const organization = organizations.ofAgent(agentId)
    if (organization === undefined) throw new Error('an agent of no organization')
    return organization
  }
}
