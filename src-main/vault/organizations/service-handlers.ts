import type { organizationServiceOperations } from '../../../shared/contract/organization-services.ts'
import type { HandlersFor, VaultCall } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import type { AgentLogins } from './agent-logins.ts'
import type { OrganizationAccess } from './organization-access.ts'
import { serviceEvents } from './organization-events.ts'
import type { OrganizationMemberStore } from './organization-member-store.ts'
import {
  changedRequest,
  noService,
  renderOrganization,
  renderService,
  requireStatus,
  requireUsableAgentKey,
} from './organization-rules.ts'
import type { OrganizationServiceStore, StoredService } from './organization-service-store.ts'
import { serviceUserHandlers } from './service-user-handlers.ts'
import type { ServiceUserDependencies } from './service-user-handlers.ts'

export interface ServiceDependencies extends ServiceUserDependencies {
  readonly services: OrganizationServiceStore
  readonly members: Pick<OrganizationMemberStore, 'ownerIds'>
  readonly access: OrganizationAccess
  readonly logins: Pick<AgentLogins, 'logIn'>
}

/** Services of organizations, for everybody and for members, and login as their agents (vault contract 3.11). */
export function serviceHandlers(dependencies: ServiceDependencies): HandlersFor<typeof organizationServiceOperations> {
  const { services, members, access, logins } = dependencies
  return {
    organizationsOrganizationIdServicesIdGet(_, { params }) {
      const service = getService(params.id)
      if (service.organization_id !== params.organization_id || service.status !== 'validated') throw noService()
      return { service: renderService(service) }
    },
    organizationsOrganizationIdRequestedServicesGet({ userId }, { params, query }) {
      const { id } = access.entitled(userId, params.organization_id, 'organizationsOrganizationIdRequestedServicesGet')
      const request = readPageRequest(query)
      const page = services.requestedPage(id, request)
      return { services: page.rows.map(renderService), ...pagingFields(page, request) }
    },
    organizationsOrganizationIdServicesPost(call, { params, body: { service: wish } }) {
      const operation = 'organizationsOrganizationIdServicesPost'
      const organization = access.entitled(call.userId, params.organization_id, operation)
      requireUsableAgentKey(wish.public_key, 'service.public_key')
      const id = call.newId()
      services.add({
        id,
        organization_id: organization.id,
        name: wish.name,
        description: wish.description ?? null,
        contract: wish.contract ?? null,
        public_key: wish.public_key,
        requestor_id: call.userId,
        created_at: call.now,
      })
      const service = getService(id)
      tell(call, 'requested', service)
      return { organization: renderOrganization(organization), service: renderService(service) }
    },
    organizationsOrganizationIdServicesIdPut({ userId }, { params, body }) {
      const operation = 'organizationsOrganizationIdServicesIdPut'
      const { organization, service } = access.entitledToService(userId, params, operation)
      requireStatus(service, ['requested'], 'service')
      services.update(changedRequest(service, body.service))
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
    organizationsOrganizationIdServicesIdLoginPost(call, { params }) {
      const operation = 'organizationsOrganizationIdServicesIdLoginPost'
      const { organization, service } = access.entitledToService(call.userId, params, operation)
      requireStatus(service, ['validated'], 'service')
      return logins.logIn(call, organization.id, service)
    },
    ...serviceUserHandlers(dependencies),
  }

  function getService(id: string): StoredService {
    const service = services.find(id)
    if (service === undefined) throw noService()
    return service
  }

  function tell(call: VaultCall, change: 'requested' | 'deleted', service: StoredService): void {
    const owners = members.ownerIds(service.organization_id)
    for (const event of serviceEvents(change, service, { owners })) call.emit(event)
  }
}
