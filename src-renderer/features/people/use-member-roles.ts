import { computed } from 'vue'
import { organizationMemberOperations } from '../../../shared/contract/organization-members.ts'
import type { MemberRole } from '../../../shared/contract/organization-rights.ts'
import { organizationOperations } from '../../../shared/contract/organizations.ts'
import type { ConnectionRow } from '../../../shared/contract/workbench-sharing.ts'
import { asUser, callService } from '../../api/call.ts'
import { useActor } from '../../session/use-actor.ts'
import { useVaultReading } from '../../session/use-vault-changes.ts'

const PER_PAGE = 500
/** So many are asked for, as connections of one screen. */
const MAX_PAGES = 20

type Roles = ReadonlyMap<string, MemberRole>
interface PageQuery {
  readonly per_page: number
  readonly next_page_after?: string
}
interface RolesPage {
  readonly found: readonly (readonly [string | null, MemberRole | null])[]
  readonly next: string | null
}

/**
 * The role each member connection of an actor stands for, by the vault id of the other side: the own role in an
 * organization, or that of a member where the actor is the organization. It is asked of the organization, because a
 * connection knows only the role it began with.
 */
export function useMemberRoles(actor: string, connections: () => readonly ConnectionRow[] | undefined) {
  const { user } = useActor(actor)
  const caller = asUser(actor)
  const hasSome = computed(() => connections()?.some(({ connection_type }) => connection_type === 'member') === true)
  const { value } = useVaultReading(actor, readAll, { of: () => hasSome.value || undefined, dropOnFailure: true })

  async function readAll(signal: AbortSignal): Promise<Roles> {
    const organization_id = user.value?.agent?.organization_id
    const roles = new Map<string, MemberRole>()
    let after: string | null = null
    for (let page = 0; page < MAX_PAGES && !signal.aborted; page++) {
      const query: PageQuery = { per_page: PER_PAGE, ...(after !== null && { next_page_after: after }) }
      const { found, next }: RolesPage =
        organization_id === undefined ? await ownRoles(query) : await rolesOfMembers(organization_id, query)
      for (const [id, role] of found) if (id !== null && role !== null) roles.set(id, role)
      after = next
      if (after === null) break
    }
    return roles
  }

  async function ownRoles(query: PageQuery): Promise<RolesPage> {
    const { organizations, next_page_after } = await callService(caller, organizationOperations.organizationsGet, {
      query: { ...query, mode: 'member' },
    })
    return { found: organizations.map((one) => [one.agent_id, one.own_role] as const), next: next_page_after }
  }

  async function rolesOfMembers(organization_id: string, query: PageQuery): Promise<RolesPage> {
    const { members, next_page_after } = await callService(
      caller,
      organizationMemberOperations.organizationsOrganizationIdMembersGet,
      { params: { organization_id }, query },
    )
    return { found: members.map((one) => [one.id, one.role] as const), next: next_page_after }
  }

  /** Undefined where a connection stands for no membership, and while it is not known. */
  return ({ connection_type, user_id }: Pick<ConnectionRow, 'connection_type' | 'user_id'>): MemberRole | undefined =>
    connection_type === 'member' ? value.value?.get(user_id) : undefined
}
