import type { NewEvent } from '../../service/emitted-events.ts'
import type { StoredMember } from './organization-member-store.ts'
import type { StoredService } from './organization-service-store.ts'
import type { StoredOrganization } from './organization-store.ts'

/** Changes to an agent and to the sessions of programs. */
export type AgentChange = 'suspended' | 'reinstated' | 'session_created' | 'session_ended'
type ReviewChange = 'requested' | 'validated' | 'rejected' | 'deleted' | AgentChange
type Reviewed = Pick<StoredOrganization, 'id' | 'name' | 'requestor_id' | 'rejection_reason'>

/** The events go to the requestor and all owners, by their user ids. */
export function organizationEvents(
  change: ReviewChange,
  organization: Reviewed,
  owners: readonly string[],
): NewEvent[] {
  const ids = { organization_id: organization.id }
  return reviewEvents({ name: `organization.${change}`, ids }, organization, owners)
}

/** The events go to the user who asked for the service, and to all owners of its organization. */
export function serviceEvents(
  change: ReviewChange,
  service: Reviewed & Pick<StoredService, 'organization_id'>,
  owners: readonly string[],
): NewEvent[] {
  const { id, organization_id } = service
  return reviewEvents({ name: `service.${change}`, ids: { organization_id, service_id: id } }, service, owners)
}

function reviewEvents(
  { name, ids }: { readonly name: string; readonly ids: Readonly<Record<string, string>> },
  { id, name: label, requestor_id, rejection_reason }: Reviewed,
  owners: readonly string[],
): NewEvent[] {
  const value = name.endsWith('.rejected') ? { ...ids, reason: rejection_reason } : ids
  return recipients(requestor_id, owners).map((user_id) => ({
    user_id,
    eventable_type: 'Connection',
    eventable_id: id,
    event_type: 'milestone',
    name,
    label,
    value,
  }))
}

const MEMBER_EVENT_TYPES = { 'member.added': 'create', 'member.updated': 'update', 'member.removed': 'delete' } as const

/** The events go to the member and the agent of the organization. */
export function memberEvents(
  name: keyof typeof MEMBER_EVENT_TYPES,
  { user_id, role }: Pick<StoredMember, 'user_id' | 'role'>,
  organization: Pick<StoredOrganization, 'id' | 'name' | 'agent_id'>,
): NewEvent[] {
  return recipients(user_id, organization.agent_id === null ? [] : [organization.agent_id]).map((recipient) => ({
    user_id: recipient,
    eventable_type: 'Connection',
    eventable_id: organization.id,
    event_type: MEMBER_EVENT_TYPES[name],
    name,
    label: organization.name,
    value: { organization_id: organization.id, role, user_id },
  }))
}

/** The distinct recipients. */
function recipients(first: string | null, others: readonly string[]): string[] {
  return [...new Set([...(first === null ? [] : [first]), ...others])]
}
