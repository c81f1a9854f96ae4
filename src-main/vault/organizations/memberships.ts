import { ServiceError } from '../../../shared/contract/errors.ts'
import type { MemberRole } from '../../../shared/contract/organization-rights.ts'
import type { Change } from '../../service/call.ts'
import type { Leave } from '../users/delete-user.ts'
import type { AgentLogins } from './agent-logins.ts'
import { memberEvents, organizationEvents, serviceEvents } from './organization-events.ts'
import type { OrganizationMemberStore, StoredMember } from './organization-member-store.ts'
import type { OrganizationServiceStore } from './organization-service-store.ts'
import type { OrganizationStore, StoredOrganization } from './organization-store.ts'

export interface MembershipDependencies {
  readonly organizations: Pick<OrganizationStore, 'find'>
  readonly members: Pick<OrganizationMemberStore, 'add' | 'setRole' | 'delete'>
  readonly logins: Pick<AgentLogins, 'endAccessOf'>
}

export type Memberships = ReturnType<typeof createMemberships>

/**
 * Being a member (docs/contract/vault.md, Organizations: members). Whoever loses a right to act as an agent loses what
 * the right opened.
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

export function lastOwner(): ServiceError {
  return new ServiceError('last_owner', 'An organization keeps an owner: make another member owner first.')
}

interface LeavingStores {
  readonly organizations: Pick<OrganizationStore, 'unapprovedOf' | 'delete'>
  readonly services: Pick<OrganizationServiceStore, 'unapprovedOf' | 'delete'>
  readonly members: Pick<OrganizationMemberStore, 'ofUser' | 'ownerIds'>
  readonly memberships: Pick<Memberships, 'end'>
}

/**
 * Before a user is deleted: memberships end, and what the user requested and nobody approved goes
 * (docs/contract/vault.md, Users: deleting). A last owner is not deleted, so that every organization keeps one.
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
