import type { Leave } from '../users/delete-user.ts'
import type { Memberships } from './memberships.ts'
import { organizationEvents, serviceEvents } from './organization-events.ts'
import type { OrganizationMemberStore } from './organization-member-store.ts'
import type { OrganizationServiceStore } from './organization-service-store.ts'
import type { OrganizationStore } from './organization-store.ts'

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
