import { z } from 'zod'
import { atMost } from './bounds.ts'
import { answer, defineOperations } from './operation.ts'
import { Organization, OrganizationService } from './organizations.ts'
import { pagingQuery, pagingReply } from './paging.ts'

export const MAX_REASON_CHARACTERS = 1000

/** Extension: the reason that the requestor is told; published clients send no body. */
const Rejection = z.object({
  reason: z.string().trim().check(atMost(MAX_REASON_CHARACTERS, 'must not be longer than 1,000 characters')).optional(),
})

/** Needs the operator password and a user session; the review is recorded under that user. */
const operator = { api: 'vault', auth: 'operator_user', delegation: 'ignored' } as const
const organizationReply = z.object({ organization: Organization })
const serviceReply = z.object({ service: OrganizationService })

/** The operator's review of organizations and services (docs/contract/vault.md, Organizations). */
export const managementOperations = defineOperations({
  managementRequestedOrganizationsGet: {
    ...operator,
    endpoint: 'GET /management/requested_organizations',
    summary: 'List the organizations that wait for review',
    query: z.object(pagingQuery),
    success: answer(200, { organizations: z.array(Organization), ...pagingReply }),
    errors: ['invalid_params', 'invalid_cursor'],
  },
  managementRequestedOrganizationsIdValidatePut: {
    ...operator,
    endpoint: 'PUT /management/requested_organizations/{id}/validate',
    summary: 'Approve an organization: its requestor becomes owner, and its agent is created',
    success: { status: 200, body: organizationReply },
    errors: ['not_found', 'wrong_status'],
  },
  managementRequestedOrganizationsIdRejectDelete: {
    ...operator,
    endpoint: 'DELETE /management/requested_organizations/{id}/reject',
    summary: 'Reject an organization, with a reason for its requestor',
    body: Rejection,
    success: { status: 200, body: organizationReply },
    errors: ['not_found', 'wrong_status', 'invalid_params'],
  },
  managementRequestedOrganizationServicesGet: {
    ...operator,
    endpoint: 'GET /management/requested_organization_services',
    summary: 'List the services that wait for review',
    query: z.object(pagingQuery),
    success: answer(200, { services: z.array(OrganizationService), ...pagingReply }),
    errors: ['invalid_params', 'invalid_cursor'],
  },
  managementRequestedOrganizationServicesIdValidatePut: {
    ...operator,
    endpoint: 'PUT /management/requested_organization_services/{id}/validate',
    summary: 'Approve a service: its agent is created',
    success: { status: 200, body: serviceReply },
    errors: ['not_found', 'wrong_status'],
  },
  managementRequestedOrganizationServicesIdRejectDelete: {
    ...operator,
    endpoint: 'DELETE /management/requested_organization_services/{id}/reject',
    summary: 'Reject a service, with a reason for its organization',
    body: Rejection,
    success: { status: 200, body: serviceReply },
    errors: ['not_found', 'wrong_status', 'invalid_params'],
  },
})
