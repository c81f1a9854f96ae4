import type { organizationServiceOperations } from '../../../shared/contract/organization-services.ts'
import type { HandlersFor, VaultCall } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import { withChanges } from '../with-changes.ts'
import type { OrganizationAccess } from './organization-access.ts'
import { serviceEvents } from './organization-events.ts'
import type { OrganizationMemberStore } from './organization-member-store.ts'
import {
  noService,
  renderOrganization,
  renderService,
  requireStatus,
  requireUsableAgentKey,
} from './organization-rules.ts'
import type { NewService, OrganizationServiceStore, StoredService } from './organization-service-store.ts'

export interface ServiceRequestDependencies {
  readonly services: OrganizationServiceStore
  readonly members: Pick<OrganizationMemberStore, 'ownerIds'>
  readonly access: OrganizationAccess
}

/** Asking for a service, until the operator has decided; for members. */
export function serviceRequestHandlers({
  services,
  members,
  access,
}: ServiceRequestDependencies): Pick<
  HandlersFor<typeof organizationServiceOperations>,
  | 'organizationsOrganizationIdRequestedServicesGet'
  | 'organizationsOrganizationIdServicesPost'
  | 'organizationsOrganizationIdServicesIdPut'
  | 'organizationsOrganizationIdServicesIdDelete'
> {
  return {
    organizationsOrganizationIdRequestedServicesGet({ userId }, { params, query }) {
      const operation = 'organizationsOrganizationIdRequestedServicesGet'
      const { id } = access.entitled(userId, params.organization_id, operation)
      const request = readPageRequest(query)
      const page = services.requestedPage(id, request)
      return { services: page.rows.map(renderService), ...pagingFields(page, request) }
    },
    organizationsOrganizationIdServicesPost(call, { params, body }) {
      const operation = 'organizationsOrganizationIdServicesPost'
      const organization = access.entitled(call.userId, params.organization_id, operation)
      requireUsableAgentKey(body.service.public_key, 'service.public_key')
      const requested = newService(call, organization.id, body.service)
      services.add(requested)
      const service = getService(requested.id)
      tell(call, 'requested', service)
      return { organization: renderOrganization(organization), service: renderService(service) }
    },
    organizationsOrganizationIdServicesIdPut({ userId }, { params, body }) {
      const operation = 'organizationsOrganizationIdServicesIdPut'
      const { organization, service } = access.entitledToService(userId, params, operation)
      requireStatus(service, ['requested'], 'service')
      services.update(withChanges(service, body.service))
      return { organization: renderOrganization(organization), service: renderService(getService(service.id)) }
    },
    organizationsOrganizationIdServicesIdDelete(call, { params }) {
      const operation = 'organizationsOrganizationIdServicesIdDelete'
      const { service } = access.entitledToService(call.userId, params, operation)
      requireStatus(service, ['requested'], 'service')
      services.delete(service.id)
      tell(call, 'deleted', service)
      return undefined
    },
  }

  function getService(id: string): StoredService {
    const service = services.find(id)
    if (service === undefined) throw noService()
    return service
  }

  function tell(call: VaultCall, change: 'requested' | 'deleted', service: StoredService): void {
    for (const event of serviceEvents(change, service, members.ownerIds(service.organization_id))) call.emit(event)
  }
}

type Wish = Pick<NewService, 'name' | 'public_key'> & {
  readonly [K in 'description' | 'contract']?: NewService[K] | undefined
}

function newService(call: VaultCall, organization_id: string, wish: Wish): NewService {
  return {
    id: call.newId(),
    organization_id,
    name: wish.name,
    description: wish.description ?? null,
    contract: wish.contract ?? null,
    public_key: wish.public_key,
    requestor_id: call.userId,
    created_at: call.now,
  }
}
