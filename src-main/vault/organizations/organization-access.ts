import type { OrganizationOperationName } from '../../../shared/contract/organization-rights.ts'
import { isShownTo, noOrganization, noService, partyOf, requireRight } from './organization-rules.ts'
import type { OrganizationServiceStore, StoredService } from './organization-service-store.ts'
import type { OrganizationStore, ReadOrganization } from './organization-store.ts'

export interface OrganizationAccess {
  /** @throws {ServiceError} `not_found` for an organization that the user may not see */
  shown(userId: string, organizationId: string): ReadOrganization
  /**
   * An organization in which the user may do something.
   *
   * @throws {ServiceError} `not_found`, `wrong_status`, `not_organization_member`, `role_not_sufficient`
   */
  entitled(userId: string, organizationId: string, operation: OrganizationOperationName): ReadOrganization
  /** Also requires one of its services; one that is not validated exists only for members. */
  entitledToService(
    userId: string,
    path: { readonly organization_id: string; readonly id: string },
    operation: OrganizationOperationName,
  ): { readonly organization: ReadOrganization; readonly service: StoredService }
}

/** Finds organizations and services as far as a user may reach them (docs/contract/vault.md, Organizations: rights). */
export function createOrganizationAccess(
  organizations: Pick<OrganizationStore, 'find'>,
  services: Pick<OrganizationServiceStore, 'find'>,
): OrganizationAccess {
  return { shown, entitled, entitledToService }

  function shown(userId: string, organizationId: string): ReadOrganization {
    const organization = organizations.find(userId, organizationId)
    if (organization === undefined || !isShownTo(userId, organization)) throw noOrganization()
    return organization
  }

  function entitled(userId: string, organizationId: string, operation: OrganizationOperationName): ReadOrganization {
    const organization = shown(userId, organizationId)
    requireRight(userId, organization, operation)
    return organization
  }

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
