import type { OrganizationOperationName } from '../../../shared/contract/organization-rights.ts'
import { isShownTo, noOrganization, noService, partyOf, requireRight } from './organization-rules.ts'
import type { OrganizationServiceStore } from './organization-service-store.ts'
import type { OrganizationStore, ReadOrganization } from './organization-store.ts'

export type OrganizationAccess = ReturnType<typeof createOrganizationAccess>

/** Finds organizations and services as far as a user may reach them (docs/contract/vault.md, Organizations: rights). */
export function createOrganizationAccess(
  organizations: Pick<OrganizationStore, 'find'>,
  services: Pick<OrganizationServiceStore, 'find'>,
) {
  return { shown, entitled, entitledToService }

  /** @throws {ServiceError} `not_found` for an organization that the user may not see */
  function shown(userId: string, organizationId: string): ReadOrganization {
    const organization = organizations.find(userId, organizationId)
    if (organization === undefined || !isShownTo(userId, organization)) throw noOrganization()
    return organization
  }

  /**
   * An organization in which the user may do something.
   *
   * @throws {ServiceError} `not_found`, `wrong_status`, `not_organization_member`, `role_not_sufficient`
   */
  function entitled(userId: string, organizationId: string, operation: OrganizationOperationName): ReadOrganization {
    const organization = shown(userId, organizationId)
    requireRight(userId, organization, operation)
    return organization
  }

  /** Also requires one of its services; one that is not validated exists only for members. */
  function entitledToService(
    userId: string,
    { organization_id, id }: { readonly organization_id: string; readonly id: string },
    operation: OrganizationOperationName,
  ) {
    const organization = shown(userId, organization_id)
    const service = services.find(id)
    if (service?.organization_id !== organization.id) throw noService()
    if (service.status !== 'validated' && partyOf(userId, organization) === undefined) throw noService()
    requireRight(userId, organization, operation)
    return { organization, service }
  }
}
