import { ServiceError } from '../../../shared/contract/errors.ts'
import type { organizationServiceOperations } from '../../../shared/contract/organization-services.ts'
import type { HandlersFor, VaultCall } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { UserStore } from '../users/user-store.ts'
import { withChanges } from '../with-changes.ts'
import type { AgentLogins } from './agent-logins.ts'
import type { OrganizationAccess } from './organization-access.ts'
import { serviceEvents } from './organization-events.ts'
import type { OrganizationMemberStore } from './organization-member-store.ts'
import {
  noService,
  renderService,
  requireStatus,
  renderOrganization,
  requireUsableAgentKey,
} from './organization-rules.ts'
import type { NewService, OrganizationServiceStore, StoredService } from './organization-service-store.ts'

interface ServiceDependencies {
  readonly services: OrganizationServiceStore
  readonly members: Pick<OrganizationMemberStore, 'ownerIds'>
  readonly users: Pick<UserStore, 'findById'>
  readonly connections: Pick<ConnectionStore, 'findBetween'>
  readonly access: OrganizationAccess
  readonly logins: Pick<AgentLogins, 'logIn'>
}

/**
 * Services of organizations for everybody, asking for one for members until the operator has decided, and login as their
 * agents.
 */
export function serviceHandlers({
  services,
  members,
  users,
  connections,
  access,
  logins,
}: ServiceDependencies): HandlersFor<typeof organizationServiceOperations> {
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
      const { session: _, ...login } = logins.logIn(call, organization.id, service)
      return login
    },
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

    /** The agent of a service learns keys of a user, never a name. */
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

  function getService(id: string): StoredService {
    const service = services.find(id)
    if (service === undefined) throw noService()
    return service
  }

  function tell(call: VaultCall, change: 'requested' | 'deleted', service: StoredService): void {
    for (const event of serviceEvents(change, service, members.ownerIds(service.organization_id))) call.emit(event)
  }
}

type NewServiceDetails = Pick<NewService, 'name' | 'public_key'> & {
  readonly [K in 'description' | 'contract']?: NewService[K] | undefined
}

function newService(call: VaultCall, organization_id: string, details: NewServiceDetails): NewService {
  return {
    id: call.newId(),
    organization_id,
    name: details.name,
    description: details.description ?? null,
    contract: details.contract ?? null,
    public_key: details.public_key,
    requestor_id: call.userId,
    created_at: call.now,
  }
}
