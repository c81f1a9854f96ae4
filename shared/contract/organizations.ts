import { z } from 'zod'
import { answer, defineOperations } from './operation.ts'
import { MemberRole } from './organization-rights.ts'
import { pagingQuery, pagingReply } from './paging.ts'
import { PublicKeyText } from './public-key-text.ts'
import { Description, Label, ReplyCipherText, ReplyId, ReplyTime, ShortText, namedObject } from './values.ts'

export const REVIEW_STATES = ['requested', 'validated', 'rejected'] as const
export const ReviewState = z.enum(REVIEW_STATES).meta({ id: 'ReviewState' })
export type ReviewState = z.infer<typeof ReviewState>

/** An organization (docs/contract/vault.md, Organizations). */
export const Organization = namedObject('Organization', {
  id: ReplyId,
  name: z.string(),
  description: z.string().nullable(),
  url: z.string().nullable(),
  email: z.string().nullable(),
  status: ReviewState,
  requestor_id: ReplyId.nullable(),
  /** The user whose session the operator used to review it. */
  validated_by_id: ReplyId.nullable(),
  /** The agent user; null until validated. */
  agent_id: ReplyId.nullable(),
  validated_at: ReplyTime.nullable(),
  created_at: ReplyTime,
  /** Extension: why it was rejected, for its requestor and the operator. */
  rejection_reason: z.string().nullable(),
  /** Extension: the role of the acting user; null for non-members. */
  own_role: MemberRole.nullable(),
})
export type Organization = z.infer<typeof Organization>

/** A service of an organization. */
export const OrganizationService = namedObject('Service', {
  id: ReplyId,
  organization_id: ReplyId,
  name: z.string(),
  description: z.string().nullable(),
  /** Any JSON, as it was sent; null if there is none. */
  contract: z.unknown(),
  status: ReviewState,
  validated_by_id: ReplyId.nullable(),
  agent_id: ReplyId.nullable(),
  validated_at: ReplyTime.nullable(),
  created_at: ReplyTime,
  /** Extension: why it was rejected, for the operator; members learn it from the event. */
  rejection_reason: z.string().nullable(),
})
export type OrganizationService = z.infer<typeof OrganizationService>

/** A login as an agent, without a root key; the token opens with the private key of the organization or service. */
export const AgentLogin = z.object({ token_type: z.literal('bearer'), encrypted_access_token: ReplyCipherText })

/** An address as text; nothing is sent to it and nothing fetched from it. */
const Address = ShortText.trim()
const details = {
  description: Description.nullish(),
  url: Address.nullish(),
  email: Address.nullish(),
}

const ChangedOrganization = namedObject('ChangedOrganization', { name: Label.optional(), ...details })

/** `rejected` is an extension: own requests that were rejected. */
const OrganizationMode = z.enum(['requested', 'rejected', 'member']).meta({ id: 'OrganizationMode' })

const base = { api: 'vault', auth: 'user' } as const
const read = { ...base, delegation: 'reader' } as const
const write = { ...base, delegation: 'owner' } as const

/** Operations on organizations (docs/contract/vault.md, Organizations). */
export const organizationOperations = defineOperations({
  organizationsGet: {
    ...read,
    endpoint: 'GET /organizations',
    summary: 'List the validated organizations, your requests, or those you are a member of',
    query: z.object({ mode: OrganizationMode.optional(), ...pagingQuery }),
    success: answer(200, {
      organizations: z.array(Organization),
      services: z.array(OrganizationService),
      ...pagingReply,
    }),
    errors: ['invalid_params', 'invalid_cursor'],
  },
  organizationsIdGet: {
    ...read,
    endpoint: 'GET /organizations/{id}',
    summary: 'Fetch one organization with its validated services',
    success: answer(200, { organization: Organization, services: z.array(OrganizationService) }),
    errors: ['not_found'],
  },
  organizationsPost: {
    ...write,
    endpoint: 'POST /organizations',
    summary: 'Request an organization; the operator reviews it',
    body: z.object({ name: Label, public_key: PublicKeyText, ...details }),
    success: answer(201, { organization: Organization }),
    errors: ['forbidden', 'invalid_params', 'invalid_public_key', 'param_missing'],
  },
  organizationsIdPut: {
    ...write,
    endpoint: 'PUT /organizations/{id}',
    summary: 'Change your request while nobody has reviewed it',
    body: z.object({ organization: ChangedOrganization }),
    success: answer(200, { organization: Organization }),
    errors: ['not_found', 'forbidden', 'wrong_status', 'invalid_params'],
  },
  organizationsIdDelete: {
    ...write,
    endpoint: 'DELETE /organizations/{id}',
    summary: 'Take back your request, or remove a rejected one',
    errors: ['not_found', 'forbidden', 'wrong_status'],
  },
  organizationsIdLoginPost: {
    ...write,
    endpoint: 'POST /organizations/{id}/login',
    summary: 'Log in as the agent of an organization you own',
    success: { status: 200, body: AgentLogin },
    errors: ['not_found', 'not_organization_member', 'role_not_sufficient', 'wrong_status'],
  },
})
