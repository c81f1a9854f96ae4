import { computed } from 'vue'
import { organizationMemberOperations } from '../../../shared/contract/organization-members.ts'
import type { MemberRole } from '../../../shared/contract/organization-rights.ts'
import { organizationOperations } from '../../../shared/contract/organizations.ts'
import type { ConnectionRow } from '../../../shared/contract/workbench-sharing.ts'
import { allPages } from '../../api/all-pages.ts'
import { asUser, callService } from '../../api/call.ts'
import { useActor } from '../../session/use-actor.ts'
import { useVaultReading } from '../../session/use-vault-changes.ts'

/** The number of roles to read, as many as connections. */
const MAX_ROLES = 10_000

/**
 * The roles behind an actor's member connections, by the vault id of the other side: the own role in an organization,
 * or that of a member if the actor is the organization. They are read from the organization, because a connection has
 * only the initial role.
 */
export function useMemberRoles(actor: string, connections: () => readonly ConnectionRow[] | undefined) {
  const { user } = useActor(actor)
  const caller = asUser(actor)
  const hasSome = computed(() => connections()?.some(({ connection_type }) => connection_type === 'member') === true)
  const { value } = useVaultReading(actor, readAll, { of: () => hasSome.value || undefined, dropOnFailure: true })

  async function readAll(): Promise<ReadonlyMap<string, MemberRole>> {
    const organization_id = user.value?.agent?.organization_id
    const found = await (organization_id === undefined ? ownRoles() : rolesOfMembers(organization_id))
    return new Map(found.flatMap(([id, role]) => (id === null || role === null ? [] : [[id, role] as const])))
  }

  function ownRoles() {
    return allPages(async (page) => {
      const query = { ...page, mode: 'member' as const }
      const reply = await callService(caller, organizationOperations.organizationsGet, { query })
      return {
        rows: reply.organizations.map((one) => [one.agent_id, one.own_role] as const),
        next: reply.next_page_after,
      }
    }, MAX_ROLES)
  }

  function rolesOfMembers(organization_id: string) {
    return allPages(async (query) => {
      const { organizationsOrganizationIdMembersGet: operation } = organizationMemberOperations
      const reply = await callService(caller, operation, { params: { organization_id }, query })
      return { rows: reply.members.map((one) => [one.id, one.role] as const), next: reply.next_page_after }
    }, MAX_ROLES)
  }

  /** Undefined for connections without membership, and until it is read. */
  return ({ connection_type, user_id }: Pick<ConnectionRow, 'connection_type' | 'user_id'>): MemberRole | undefined =>
    connection_type === 'member' ? value.value?.get(user_id) : undefined
}
