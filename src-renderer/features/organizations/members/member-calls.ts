import type { OrganizationMember } from '../../../../shared/contract/organization-members.ts'
import { organizationMemberOperations } from '../../../../shared/contract/organization-members.ts'
import type { MemberRole } from '../../../../shared/contract/organization-rights.ts'
import { asUser, callService } from '../../../api/call.ts'
import type { CursorPage, PageWanted } from '../../../rows/use-cursor-rows.ts'

/** The number of admins that are offered as successors of the last owner. */
const MOST_SUCCESSORS = 8

const {
  organizationsOrganizationIdMembersGet: list,
  organizationsOrganizationIdMembersIdPut: update,
  organizationsOrganizationIdMembersIdDelete: removal,
} = organizationMemberOperations

/** The members to read; an empty filter matches everybody. */
interface MemberFilter {
  readonly like?: string
  readonly role?: MemberRole
}

export interface MembersPage extends CursorPage<OrganizationMember> {
  /** The number of owners, whatever the filter. */
  readonly owners: number
}

/** The calls of an actor about the members of one organization. */
export function memberCalls(actor: string, organization_id: string) {
  const user = asUser(actor)
  const params = { organization_id }

  return {
    async page({ after, perPage }: PageWanted, filter: MemberFilter): Promise<MembersPage> {
      const query = { per_page: perPage, ...filter, ...(after !== undefined && { next_page_after: after }) }
      const { members, next_page_after, total_count, owners_count } = await callService(user, list, { params, query })
      return { rows: members, next: next_page_after, matching: total_count, owners: owners_count }
    },
    /** @throws {CallError} `last_owner`, `role_not_sufficient` */
    setRole: (id: string, role: MemberRole): Promise<unknown> =>
      callService(user, update, { params: { ...params, id }, body: { organization_member: { role } } }),
    /** @throws {CallError} `last_owner`, `role_not_sufficient` */
    end: (id: string): Promise<unknown> => callService(user, removal, { params: { ...params, id } }),
    /** Some members who could become owner. */
    successors: async (): Promise<readonly OrganizationMember[]> =>
      (await callService(user, list, { params, query: { role: 'admin', per_page: MOST_SUCCESSORS } })).members,
  }
}
