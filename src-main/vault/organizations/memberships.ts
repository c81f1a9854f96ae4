import { ServiceError } from '../../../shared/contract/errors.ts'
import type { MemberRole } from '../../../shared/contract/organization-rights.ts'
import type { Change } from '../../service/call.ts'
import type { MembershipsOfConnection } from '../connections/memberships-of-connection.ts'
import type { UserStore } from '../users/user-store.ts'
import type { AgentLogins } from './agent-logins.ts'
import { memberEvents } from './organization-events.ts'
import type { OrganizationMemberStore, StoredMember } from './organization-member-store.ts'
import { requireHuman } from './organization-rules.ts'
import type { OrganizationServiceStore } from './organization-service-store.ts'
import type { OrganizationStore, StoredOrganization } from './organization-store.ts'

export interface MembershipDependencies {
  readonly organizations: Pick<OrganizationStore, 'find' | 'ofAgent'>
  readonly services: Pick<OrganizationServiceStore, 'ofAgent'>
  readonly members: Pick<OrganizationMemberStore, 'add' | 'find' | 'setRole' | 'delete'>
  readonly users: Pick<UserStore, 'findById'>
  readonly logins: Pick<AgentLogins, 'endSessionsOf'>
}

export interface Memberships extends MembershipsOfConnection {
  /** @throws {ServiceError} `last_owner` */
  changeRole(change: Change, member: StoredMember, role: MemberRole): void
  /** @throws {ServiceError} `last_owner` */
  end(change: Change, member: StoredMember): void
}

/**
 * Becoming, being and ceasing to be a member (vault contract 4.6). Whoever loses a right to act as an agent loses the
 * sessions of that agent which the right opened.
 */
export function createMemberships({
  organizations,
  services,
  members,
  users,
  logins,
}: MembershipDependencies): Memberships {
  return { actsFor, requireJoinable, join, endOfConnection, changeRole, end }

  function actsFor(agentId: string) {
    const service = services.ofAgent(agentId)
    if (service !== undefined) return { organization_id: service.organization_id, service_id: service.id }
    return { organization_id: organizationOf(agentId).id }
  }

  function requireJoinable(invitation: Parameters<Memberships['requireJoinable']>[0], userId: string): void {
    if (invitation.connection_type !== 'member') return
    const user = users.findById(userId)
    if (user === undefined) throw new Error('a call of a vault user who does not exist')
    requireHuman(user, 'become a member')
    const organization = organizationOf(invitation.user_id)
    if (members.find(organization.id, userId) === undefined) return
    throw new ServiceError('already_member', 'you are a member of this organization already', {
      extraInfo: { organization_id: organization.id },
    })
  }

  function join(change: Change, invitation: Parameters<Memberships['join']>[1], userId: string) {
    const { integration_data } = invitation
    if (integration_data?.intent !== 'member') return integration_data
    requireJoinable(invitation, userId)
    const organization = organizationOf(invitation.user_id)
    const member: StoredMember = {
      id: change.newId(),
      organization_id: organization.id,
      user_id: userId,
      role: integration_data.organization_member_role ?? 'admin',
      created_at: change.now,
    }
    members.add(member)
    for (const event of memberEvents('member.added', member, organization)) change.emit(event)
    return { ...integration_data, organization_member_id: member.id }
  }

  function endOfConnection(change: Change, side: Parameters<Memberships['endOfConnection']>[1]): void {
    if (side.connection_type !== 'member') return
    const [agentId, userId] =
      side.user_type === 'human' ? [side.other_user_id, side.user_id] : [side.user_id, side.other_user_id]
    const member = members.find(organizationOf(agentId).id, userId)
    if (member !== undefined) end(change, member)
  }

  function changeRole(change: Change, member: StoredMember, role: MemberRole): void {
    if (member.role === role) return
    const organization = organizationOfMember(member)
    requireAnotherOwner(organization, member)
    members.setRole(member.id, role)
    if (role !== 'owner') logins.endSessionsOf(change, member, organization.agent_id)
    for (const event of memberEvents('member.updated', { ...member, role }, organization)) change.emit(event)
  }

  function end(change: Change, member: StoredMember): void {
    const organization = organizationOfMember(member)
    requireAnotherOwner(organization, member)
    logins.endSessionsOf(change, member)
    members.delete(member.id)
    for (const event of memberEvents('member.removed', member, organization)) change.emit(event)
  }

  function organizationOf(agentId: string): StoredOrganization {
    const organization = organizations.ofAgent(agentId)
    if (organization === undefined) throw new Error('an agent of no organization')
    return organization
  }

  function organizationOfMember({ organization_id, user_id }: StoredMember): StoredOrganization {
    const organization = organizations.find(user_id, organization_id)
    if (organization === undefined) throw new Error('a member of no organization')
    return organization
  }
}

function requireAnotherOwner({ id, owners_count }: StoredOrganization, { role }: StoredMember): void {
  if (role === 'owner' && owners_count === 1) throw lastOwner(id)
}

/** @param organizationId where known */
export function lastOwner(organizationId?: string): ServiceError {
  return new ServiceError('last_owner', 'an organization keeps an owner: make another member owner first', {
    ...(organizationId !== undefined && { extraInfo: { organization_id: organizationId } }),
  })
}
