import { ServiceError } from '../../../shared/contract/errors.ts'
import type { organizationServiceOperations } from '../../../shared/contract/organization-services.ts'
import type { HandlersFor } from '../../service/call.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { UserStore } from '../users/user-store.ts'
import type { AgentLogins } from './agent-logins.ts'
import { noService, renderService, requireStatus } from './organization-rules.ts'
import { serviceRequestHandlers } from './service-request-handlers.ts'
import type { ServiceRequestDependencies } from './service-request-handlers.ts'

interface ServiceUserDependencies {
  readonly users: Pick<UserStore, 'findById'>
  readonly connections: Pick<ConnectionStore, 'findBetween'>
}

/** What the agent of a service learns of a user: keys, never a name. */
function serviceUserHandlers({
  users,
  connections,
}: ServiceUserDependencies): Pick<HandlersFor<typeof organizationServiceOperations>, 'serviceUsersIdGet'> {
  return {
    serviceUsersIdGet({ userId }, { params }) {
      if (users.findById(userId)?.user_type !== 'service_agent') {
        throw new ServiceError('agents_only', 'Only the agent of a service looks up the keys of users.')
      }
      const user = users.findById(params.id)
      if (user?.user_type !== 'human') throw new ServiceError('not_found', 'There is no user with this id.')
      const side = connections.findBetween(userId, user.id)
      return {
        service_user: {
          id: user.id,
          public_key: user.login_public_key,
          connection_present: side !== undefined,
          connection_public_key: side?.other_user_public_key ?? null,
          connection_keypair_external_id: side?.other_user_keypair_external_id ?? null,
        },
      }
    },
  }
}

interface ServiceDependencies extends ServiceRequestDependencies, ServiceUserDependencies {
  readonly logins: Pick<AgentLogins, 'logIn'>
}

/** Services of organizations, for everybody and for members, and login as their agents. */
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
