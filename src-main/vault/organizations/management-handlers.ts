import type { managementOperations } from '../../../shared/contract/management.ts'
import type { HandlersFor } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import { noOrganization, noService, renderOrganization, renderService } from './organization-rules.ts'
import type { OrganizationServiceStore, StoredService } from './organization-service-store.ts'
import type { OrganizationStore, ReadOrganization } from './organization-store.ts'
import { createReview } from './review.ts'
import type { ReviewDependencies } from './review.ts'

export interface ManagementDependencies extends Omit<ReviewDependencies, 'organizations' | 'services'> {
  readonly organizations: Pick<OrganizationStore, 'find' | 'page' | 'update'>
  readonly services: Pick<OrganizationServiceStore, 'find' | 'requestedPage' | 'update'>
}

/** The operator's review of organizations and services, in the session of a user. */
export function managementHandlers(dependencies: ManagementDependencies): HandlersFor<typeof managementOperations> {
  const { organizations, services } = dependencies
  const review = createReview(dependencies)
  return {
    managementRequestedOrganizationsGet({ userId }, { query }) {
      const request = readPageRequest(query)
      const page = organizations.page(userId, 'to_review', request)
      return { organizations: page.rows.map(renderOrganization), ...pagingFields(page, request) }
    },
    managementRequestedOrganizationsIdValidatePut(call, { params }) {
      review.validateOrganization(call, organization(call.userId, params.id))
      return { organization: renderOrganization(organization(call.userId, params.id)) }
    },
    managementRequestedOrganizationsIdRejectDelete(call, { params, body }) {
      review.rejectOrganization(call, organization(call.userId, params.id), given(body.reason))
      return { organization: renderOrganization(organization(call.userId, params.id)) }
    },
    managementRequestedOrganizationServicesGet(_, { query }) {
      const request = readPageRequest(query)
      const page = services.requestedPage(undefined, request)
      return { services: page.rows.map(renderService), ...pagingFields(page, request) }
    },
    managementRequestedOrganizationServicesIdValidatePut(call, { params }) {
      review.validateService(call, service(params.id))
      return { service: renderService(service(params.id)) }
    },
    managementRequestedOrganizationServicesIdRejectDelete(call, { params, body }) {
      review.rejectService(call, service(params.id), given(body.reason))
      return { service: renderService(service(params.id)) }
    },
  }

  /** The operator reaches every organization, whoever's session it is. */
  function organization(userId: string, id: string): ReadOrganization {
    const found = organizations.find(userId, id)
    if (found === undefined) throw noOrganization()
    return found
  }

  function service(id: string): StoredService {
    const found = services.find(id)
    if (found === undefined) throw noService()
    return found
  }
}

/** An empty reason is none. */
function given(reason: string | null | undefined): string | null {
  return reason === undefined || reason === '' ? null : reason
}
