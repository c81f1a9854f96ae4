import { ServiceError } from '../../../shared/contract/errors.ts'
import type { MembershipsOfConnection } from '../connections/memberships-of-connection.ts'
import type { UserStore } from '../users/user-store.ts'
import type { AgentLogins } from './agent-logins.ts'
import type { Memberships } from './memberships.ts'
import type { OrganizationMemberStore } from './organization-member-store.ts'
import { requireHuman } from './organization-rules.ts'
import type { OrganizationServiceStore } from './organization-service-store.ts'
import type { OrganizationStore, StoredOrganization } from './organization-store.ts'

export interface MembershipsOfConnectionsDependencies {
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
