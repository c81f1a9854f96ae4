import type { NewEvent } from '../../service/events.ts'
import type { StoredMember } from './organization-member-store.ts'
import type { StoredService } from './organization-service-store.ts'
import type { StoredOrganization } from './organization-store.ts'

type ReviewChange = 'requested' | 'validated' | 'rejected' | 'deleted'

interface Told {
  /** User ids of the owners, who are told besides the requestor. */
  readonly owners: readonly string[]
}

/** For the requestor and all owners (vault contract 5). */
export function organizationEvents(
  change: ReviewChange,
  organization: Pick<StoredOrganization, 'id' | 'name' | 'requestor_id' | 'rejection_reason'>,
  { owners }: Told,
): NewEvent[] {
  const { id, name, requestor_id, rejection_reason } = organization
  return recipients(requestor_id, owners).map((user_id) => ({
    user_id,
    eventable_type: 'Connection',
    eventable_id: id,
    event_type: 'milestone',
    name: `organization.${change}`,
    label: name,
    value: { organization_id: id, ...(change === 'rejected' && { reason: rejection_reason }) },
  }))
}

/** For who asked for the service, and all owners of its organization. */
export function serviceEvents(
  change: ReviewChange,
  service: Pick<StoredService, 'id' | 'organization_id' | 'name' | 'requestor_id' | 'rejection_reason'>,
  { owners }: Told,
): NewEvent[] {
  const { id, organization_id, name, requestor_id, rejection_reason } = service
  return recipients(requestor_id, owners).map((user_id) => ({
    user_id,
    eventable_type: 'Connection',
    eventable_id: id,
    event_type: 'milestone',
    name: `service.${change}`,
    label: name,
    value: { organization_id, service_id: id, ...(change === 'rejected' && { reason: rejection_reason }) },
  }))
}

const MEMBER_EVENT_TYPES = { 'member.added': 'create', 'member.updated': 'update', 'member.removed': 'delete' } as const

/** For the member and the agent of the organization. */
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

function recipients(first: string | null, others: readonly string[]): string[] {
  return [...new Set([...(first === null ? [] : [first]), ...others])]
}
