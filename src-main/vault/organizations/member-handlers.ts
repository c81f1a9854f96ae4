import { ServiceError } from '../../../shared/contract/errors.ts'
import type { OrganizationMember, organizationMemberOperations } from '../../../shared/contract/organization-members.ts'
import type { MixedHandlersFor } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import type { Connector } from '../connections/connector.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { Memberships } from './memberships.ts'
import type { OrganizationAccess } from './organization-access.ts'
import type { MemberFilter, OrganizationMemberStore, ReadMember } from './organization-member-store.ts'
import { renderOrganization } from './organization-rules.ts'
import type { StoredOrganization } from './organization-store.ts'

interface MemberDependencies {
  readonly members: Pick<OrganizationMemberStore, 'find' | 'page' | 'countLike'>
  readonly memberships: Pick<Memberships, 'changeRole' | 'end'>
  readonly access: Pick<OrganizationAccess, 'entitled'>
  readonly connections: Pick<ConnectionStore, 'findBetween'>
  readonly connector: Pick<Connector, 'disconnect'>
}

/** Members of an organization, for its owners (docs/contract/vault.md, Organizations: members). */
export function memberHandlers({
  members,
  memberships,
  access,
  connections,
  connector,
}: MemberDependencies): MixedHandlersFor<typeof organizationMemberOperations> {
  return {
    organizationsOrganizationIdMembersGet({ userId }, { params, query }) {
      const organization = access.entitled(userId, params.organization_id, 'organizationsOrganizationIdMembersGet')
      const filter = { like: query.like === '' ? undefined : query.like, role: query.role }
      const request = readPageRequest(query)
      const page = members.page(organization.id, filter, request)
      return {
        members: page.rows.map(renderMember),
        organization: renderOrganization(organization),
        total_count: countOf(organization, filter),
        owners_count: organization.owners_count,
        ...pagingFields(page, request),
      }
    },
    organizationsOrganizationIdMembersIdPut(call, { params, body }) {
      access.entitled(call.userId, params.organization_id, 'organizationsOrganizationIdMembersIdPut')
      memberships.changeRole(call, getMember(params), body.organization_member.role)
      return { organization_member: renderMember(getMember(params)) }
    },
    organizationsOrganizationIdMembersIdDelete: {
      *steps(call, { params }) {
        const { agent_id } = access.entitled(
          call.userId,
          params.organization_id,
          'organizationsOrganizationIdMembersIdDelete',
        )
        const member = getMember(params)
        const side = agent_id === null ? undefined : connections.findBetween(member.user_id, agent_id)
        // The connection takes the membership along. The first owner has none, or a plain one, which stays.
        if (side?.connection_type === 'member') yield* connector.disconnect(call, side)
        else memberships.end(call, member)
        return undefined
      },
    },
  }

  function getMember({ organization_id, id }: { readonly organization_id: string; readonly id: string }): ReadMember {
    const member = members.find(organization_id, id)
    if (member === undefined) throw new ServiceError('not_found', 'The organization has no member with this id.')
    return member
  }

  /** The organization knows how many there are when there is no text to look for. */
  function countOf({ id, members_count, owners_count }: StoredOrganization, filter: MemberFilter): number {
    if (filter.like !== undefined) return members.countLike(id, filter)
    if (filter.role === undefined) return members_count
    return filter.role === 'owner' ? owners_count : members_count - owners_count
  }
}

/** A member goes by the user's id. */
function renderMember({ user_id, full_name, email, role, created_at }: ReadMember): OrganizationMember {
  return { id: user_id, full_name, email, role, created_at }
}
