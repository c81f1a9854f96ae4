import { z } from 'zod'
import { depthOf, MAX_JSON_DEPTH } from './json-depth.ts'
import { answer, defineOperations } from './operation.ts'
import { AgentLogin, Organization, OrganizationService } from './organizations.ts'
import { pagingQuery, pagingReply } from './paging.ts'
import { PublicKeyText } from './public-key-text.ts'
import { failsWith, Description, Label, ReplyId, namedObject } from './values.ts'

/** What the agent of a service learns about a user. */
export const ServiceUser = namedObject('ServiceUser', {
  id: ReplyId,
  /** The key the user logs in with. */
  public_key: z.string().nullable(),
  connection_present: z.boolean(),
  /** The public key that the user has in the connection with the service. */
  connection_public_key: z.string().nullable(),
  connection_keypair_external_id: z.string().nullable(),
})

const MAX_CONTRACT_BYTES = 64 * 1024

/** A body may be `MAX_JSON_DEPTH` levels deep, of which the body itself and `service` take two. */
const MAX_CONTRACT_LEVELS = MAX_JSON_DEPTH - 2

/** Any JSON up to 64 KiB, stored unchanged: published clients send text or an object. */
const Contract = z
  .unknown()
  .optional()
  .refine(
    isSmallJson,
    failsWith('invalid_params', 'must be JSON, not larger than 64 KiB and not deeper than 62 levels'),
  )

function isSmallJson(value: unknown): boolean {
  if (value === undefined) return true
  try {
    const json = JSON.stringify(value)
    return new TextEncoder().encode(json).length <= MAX_CONTRACT_BYTES && depthOf(json) <= MAX_CONTRACT_LEVELS
  } catch {
    return false // an in-process caller can pass a value that JSON cannot represent
  }
}

const details = { description: Description.nullish(), contract: Contract }

const NewOrganizationService = namedObject('NewService', { name: Label, public_key: PublicKeyText, ...details })

const ChangedOrganizationService = namedObject('ChangedService', { name: Label.optional(), ...details })

const base = { api: 'vault', auth: 'user' } as const
const read = { ...base, delegation: 'reader' } as const
const write = { ...base, delegation: 'owner' } as const
const REFUSALS = ['not_found', 'not_organization_member', 'role_not_sufficient', 'wrong_status'] as const
const bothReply = z.object({ organization: Organization, service: OrganizationService })

/** Operations on the services of organizations (docs/contract/vault.md, Organizations: services). */
export const organizationServiceOperations = defineOperations({
  organizationsOrganizationIdServicesIdGet: {
    ...read,
    endpoint: 'GET /organizations/{organization_id}/services/{id}',
    summary: 'Fetch one validated service',
    success: answer(200, { service: OrganizationService }),
    errors: ['not_found'],
  },
  serviceUsersIdGet: {
    ...read,
    endpoint: 'GET /service_users/{id}',
    summary: 'For the agent of a service: the keys of a user, and whether you are connected',
    success: answer(200, { service_user: ServiceUser }),
    errors: ['not_found', 'agents_only'],
  },
  organizationsOrganizationIdRequestedServicesGet: {
    ...read,
    endpoint: 'GET /organizations/{organization_id}/requested_services',
    summary: 'List the services of your organization that wait for review',
    query: z.object(pagingQuery),
    success: answer(200, { services: z.array(OrganizationService), ...pagingReply }),
    errors: [...REFUSALS, 'invalid_params', 'invalid_cursor'],
  },
  organizationsOrganizationIdServicesPost: {
    ...write,
    endpoint: 'POST /organizations/{organization_id}/services',
    summary: 'Request a service of your organization; the operator reviews it',
    body: z.object({ service: NewOrganizationService }),
    success: { status: 201, body: bothReply },
    errors: [...REFUSALS, 'invalid_params', 'invalid_public_key', 'param_missing'],
  },
  organizationsOrganizationIdServicesIdPut: {
    ...write,
    endpoint: 'PUT /organizations/{organization_id}/services/{id}',
    summary: 'Change a requested service while nobody has reviewed it',
    body: z.object({ service: ChangedOrganizationService }),
    success: { status: 200, body: bothReply },
    errors: [...REFUSALS, 'invalid_params'],
  },
  organizationsOrganizationIdServicesIdDelete: {
    ...write,
    endpoint: 'DELETE /organizations/{organization_id}/services/{id}',
    summary: 'Take back a requested service',
    errors: REFUSALS,
  },
  organizationsOrganizationIdServicesIdLoginPost: {
    ...write,
    endpoint: 'POST /organizations/{organization_id}/services/{id}/login',
    summary: 'Log in as the agent of a service of your organization',
    success: { status: 200, body: AgentLogin },
    errors: REFUSALS,
  },
})
