import { z } from 'zod'
import { answer, defineOperations } from './operation.ts'
import { MemberRole } from './organization-rights.ts'
import { Organization } from './organizations.ts'
import { pagingQuery, pagingReply } from './paging.ts'
import { ReplyId, ReplyTime, ShortText, namedObject } from './values.ts'

/** A member of an organization (docs/contract/vault.md, Organizations). */
export const OrganizationMember = namedObject('OrganizationMember', {
  /** The member's user id. */
  id: ReplyId,
  full_name: z.string().nullable(),
  email: z.string().nullable(),
  role: MemberRole,
  /** Extension: the time since which the user is a member. */
  created_at: ReplyTime,
})
export type OrganizationMember = z.infer<typeof OrganizationMember>

const ChangedOrganizationMember = namedObject('ChangedOrganizationMember', { role: MemberRole })

const base = { api: 'vault', auth: 'user' } as const
const write = { ...base, delegation: 'owner' } as const
const REFUSALS = ['not_found', 'not_organization_member', 'role_not_sufficient', 'wrong_status'] as const

/** Operations on the members of organizations (docs/contract/vault.md, Organizations: members). */
export const organizationMemberOperations = defineOperations({
  organizationsOrganizationIdMembersGet: {
    ...base,
    delegation: 'reader',
    endpoint: 'GET /organizations/{organization_id}/members',
    summary: 'List the members of an organization you own',
    query: z.object({
      /** Extension: a part of name or email, ignoring case. */
      like: ShortText.optional(),
      /** Extension. */
      role: MemberRole.optional(),
      ...pagingQuery,
    }),
    success: answer(200, {
      members: z.array(OrganizationMember),
      organization: Organization,
      /** Extension: members that match the filter. */
      total_count: z.int(),
      /** Extension: all owners, whatever the filter. */
      owners_count: z.int(),
      ...pagingReply,
    }),
    errors: [...REFUSALS, 'invalid_params', 'invalid_cursor'],
  },
  organizationsOrganizationIdMembersIdPut: {
    ...write,
    endpoint: 'PUT /organizations/{organization_id}/members/{id}',
    summary: 'Change the role of a member; the last owner stays owner',
    body: z.object({ organization_member: ChangedOrganizationMember }),
    success: answer(200, { organization_member: OrganizationMember }),
    errors: [...REFUSALS, 'last_owner', 'invalid_params', 'param_missing'],
  },
  organizationsOrganizationIdMembersIdDelete: {
    ...write,
    endpoint: 'DELETE /organizations/{organization_id}/members/{id}',
    summary: 'Remove a member with the connection to the organization; the last owner stays',
    errors: [...REFUSALS, 'last_owner'],
  },
})
