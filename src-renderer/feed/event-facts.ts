import type { Event } from '../../shared/contract/events.ts'

/** The facts of an event, from its record and its details. */
export interface EventFacts {
  readonly itemId: string | undefined
  readonly itemLabel: string | undefined
  readonly slotLabel: string | undefined
  readonly shareId: string | undefined
  readonly invitationId: string | undefined
  readonly connectionId: string | undefined
  /** The other person, as a vault user. */
  readonly personId: string | undefined
  readonly label: string | undefined
  /** The role of a member, as an event tells it. */
  readonly role: string | undefined
  readonly organizationId: string | undefined
  /** Why the operator rejected it. */
  readonly reason: string | undefined
}

export function factsOf(event: Event): EventFacts {
  const { eventable_id: id, label } = event
  const is = (type: Event['eventable_type'], subject: string): boolean =>
    event.eventable_type === type && (event.name ?? '').startsWith(subject)
  // Attachments are reported as items, because events know no attachments.
  const isItem = event.eventable_type === 'Item' && !is('Item', 'attachment.')
  return {
    itemId: detail(event, 'item_id') ?? only(isItem, id),
    itemLabel: detail(event, 'item_label') ?? only(isItem, label),
    slotLabel: detail(event, 'slot_label') ?? only(event.eventable_type === 'Slot', label),
    shareId: detail(event, 'share_id'),
    invitationId: detail(event, 'invitation_id'),
    connectionId: detail(event, 'connection_id') ?? only(is('Connection', 'connection.'), id),
    personId: detail(event, 'user_id'),
    label: label ?? detail(event, 'attachment_label') ?? detail(event, 'name'),
    role: detail(event, 'role'),
    organizationId: detail(event, 'organization_id'),
    reason: detail(event, 'reason'),
  }
}

function only(applies: boolean, value: string | null): string | undefined {
  return applies && value !== null ? value : undefined
}

export function detail({ value }: Event, key: string): string | undefined {
  const found = value?.[key]
  return typeof found === 'string' && found !== '' ? found : undefined
}

export const EVENT_KINDS = ['items', 'shares', 'people', 'tasks', 'sessions', 'organizations', 'other'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

const KIND_BY_SUBJECT: Readonly<Record<string, EventKind>> = {
  item: 'items',
  slot: 'items',
  template: 'items',
  tag: 'items',
  attachment: 'items',
  share: 'shares',
  share_intent: 'shares',
  connection: 'people',
  invitation: 'people',
  task: 'tasks',
  session: 'sessions',
  user: 'sessions',
  organization: 'organizations',
  service: 'organizations',
  member: 'organizations',
}

/** The kind to filter by; names that only a client knows are `other`. */
export function kindOf({ name }: Pick<Event, 'name'>): EventKind {
  return KIND_BY_SUBJECT[(name ?? '').split('.')[0] ?? ''] ?? 'other'
}
