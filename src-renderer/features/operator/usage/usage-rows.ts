import type { Usage, UserUsage } from './use-usage.ts'

/** A number and the key of its label; a part is included in the row above it. */
export interface NumberRow {
  readonly id: string
  readonly value: number
  readonly part?: boolean
  readonly bytes?: boolean
}

interface NumberGroup {
  readonly id: string
  readonly rows: readonly NumberRow[]
}

/** The numbers of the whole vault, in the order of the page. */
export function usageGroups(usage: Usage): readonly NumberGroup[] {
  const { users, connections, shares } = usage
  return [
    {
      id: 'usersTitle',
      rows: [
        { id: 'users', value: users.all_users },
        part('humans', users.humans),
        part('organizationAgents', users.organization_agents),
        part('serviceAgents', users.service_agents),
        { id: 'activeUsers', value: usage.activeUsers },
      ],
    },
    { id: 'itemsTitle', rows: itemRows(usage.items) },
    {
      id: 'connectionsTitle',
      rows: [
        { id: 'connections', value: connections.all_connections },
        part('memberConnections', connections.member_connections),
        part('serviceConnections', connections.service_connections),
        { id: 'delegateConnections', value: connections.delegate_connections },
        ...roleRows(connections.delegation_connections_by_roles),
      ],
    },
    {
      id: 'sharesTitle',
      rows: [
        { id: 'shares', value: shares.all_shares },
        { id: 'shareSenders', value: shares.share_senders },
        { id: 'shareRecipients', value: shares.share_recipients },
      ],
    },
    { id: 'bytesTitle', rows: byteRows(usage.bytes) },
  ]
}

/** The usage numbers of one user. */
export function userGroups({ items, connections, bytes }: UserUsage): readonly NumberGroup[] {
  const granted = connections.connections_granting_delegation_access_to_your_account
  const received = connections.connections_with_delegation_access_to_other_users
  return [
    { id: 'itemsTitle', rows: itemRows(items) },
    {
      id: 'connectionsTitle',
      rows: [
        { id: 'connections', value: connections.all_connections },
        part('memberConnections', connections.member_connections),
        part('serviceConnections', connections.service_connections),
        { id: 'delegatesOfUser', value: granted.count },
        ...roleRows(granted.by_roles),
        { id: 'delegationsOfUser', value: received.count },
        ...roleRows(received.by_roles),
      ],
    },
    { id: 'bytesTitle', rows: byteRows(bytes) },
  ]
}

const part = (id: string, value: number): NumberRow => ({ id, value, part: true })

function itemRows({ items, slots }: Usage['items']): readonly NumberRow[] {
  return [
    { id: 'items', value: items.all },
    part('ownItems', items.own),
    part('duplicateItems', items.duplicate),
    { id: 'slots', value: slots.all },
    part('ownSlots', slots.own),
    part('duplicateSlots', slots.duplicate),
  ]
}

function roleRows({ owner, admin, reader }: Usage['connections']['delegation_connections_by_roles']) {
  return [part('roleOwner', owner), part('roleAdmin', admin), part('roleReader', reader)]
}

function byteRows(bytes: Usage['bytes']): readonly NumberRow[] {
  return [
    { id: 'uploaded', value: bytes.data_size_of_uploaded_attachments_and_folders, bytes: true },
    { id: 'slotBytes', value: bytes.data_size_of_own_and_duplicate_slots, bytes: true },
    { id: 'ownSlotBytes', value: bytes.data_size_of_own_slots, bytes: true, part: true },
    { id: 'duplicateSlotBytes', value: bytes.data_size_of_duplicate_slots, bytes: true, part: true },
  ]
}
