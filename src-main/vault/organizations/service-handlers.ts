import type { organizationServiceOperations } from '../../../shared/contract/organization-services.ts'
import type { HandlersFor } from '../../service/call.ts'
import type { AgentLogins } from './agent-logins.ts'
import { noService, renderService, requireStatus } from './organization-rules.ts'
import { serviceRequestHandlers } from './service-request-handlers.ts'
import type { ServiceRequestDependencies } from './service-request-handlers.ts'
import { serviceUserHandlers } from './service-user-handlers.ts'
import type { ServiceUserDependencies } from './service-user-handlers.ts'

export interface ServiceDependencies extends ServiceRequestDependencies, ServiceUserDependencies {
  readonly logins: Pick<AgentLogins, 'logIn'>
}

/** Services of organizations, for everybody and for members, and login as their agents (vault contract 3.11). */
export function serviceHandlers(dependencies: ServiceDependencies): HandlersFor<typeof organizationServiceOperations> {
  const { services, access, logins } = dependencies
  return {
    organizationsOrganizationIdServicesIdGet(_, { params }) {
      const service = services.find(params.id)
      if (service?.organization_id !== params.organization_id || service.status !== 'validated') throw noService()
      return { service: renderService(service) }
    },
    organizationsOrganizationIdServicesIdLoginPost(call, { params }) {
      const operation = 'organizationsOrganizationIdServicesIdLoginPost'
      const { organization, service } = access.entitledToService(call.userId, params, operation)
      requireStatus(service, ['validated'], 'service')
      return logins.logIn(call, organization.id, service)
    },
    ...serviceRequestHandlers(dependencies),
    ...serviceUserHandlers(dependencies),
  }
}
