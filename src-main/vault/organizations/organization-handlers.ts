import type { organizationOperations } from '../../../shared/contract/organizations.ts'
import type { HandlersFor } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import type { AgentLogins } from './agent-logins.ts'
import { organizationRequestHandlers } from './organization-request-handlers.ts'
import type { OrganizationRequestDependencies } from './organization-request-handlers.ts'
import { renderOrganization, renderService } from './organization-rules.ts'
import type { OrganizationServiceStore } from './organization-service-store.ts'
import type { OrganizationStore } from './organization-store.ts'

export interface OrganizationDependencies extends OrganizationRequestDependencies {
  readonly organizations: OrganizationStore
  readonly services: Pick<OrganizationServiceStore, 'validatedOf'>
  readonly logins: Pick<AgentLogins, 'logIn'>
}

/** Organizations for everybody, for who asks for one, and login as their agent. */
export function organizationHandlers(
  dependencies: OrganizationDependencies,
): HandlersFor<typeof organizationOperations> {
  const { organizations, services, access, logins } = dependencies
  return {
    organizationsGet({ userId }, { query }) {
      const request = readPageRequest(query)
      const page = organizations.page(userId, query.mode ?? 'validated', request)
      const validated = page.rows.filter(({ status }) => status === 'validated')
      return {
        organizations: page.rows.map(renderOrganization),
        services: services.validatedOf(validated.map(({ id }) => id)).map(renderService),
        ...pagingFields(page, request),
      }
    },
    organizationsIdGet({ userId }, { params }) {
      const organization = access.shown(userId, params.id)
      return {
        organization: renderOrganization(organization),
        services: services.validatedOf([organization.id]).map(renderService),
      }
    },
    organizationsIdLoginPost(call, { params }) {
      const organization = access.entitled(call.userId, params.id, 'organizationsIdLoginPost')
      return logins.logIn(call, organization.id, organization)
    },
    ...organizationRequestHandlers(dependencies),
  }
}
