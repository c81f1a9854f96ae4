// Proves docs/contract/window.md, Operator console.

import { expect, it } from 'vitest'
import { i18n } from '../../../i18n/i18n.ts'
import { usageGroups, userGroups } from './usage-rows.ts'

const roles = { admin: 1, owner: 2, reader: 3 }
const items = { items: { all: 5, own: 3, duplicate: 2 }, slots: { all: 9, own: 6, duplicate: 3 } }
const bytes = {
  data_size_of_uploaded_attachments_and_folders: 10,
  data_size_of_own_slots: 11,
  data_size_of_duplicate_slots: 12,
  data_size_of_own_and_duplicate_slots: 23,
}
const connections = { all_connections: 7, member_connections: 1, service_connections: 2 }
const usage = {
  status: { status: 'ok', database: 'ok', storage: 'ok', time: '2026-11-22T09:00:00.000Z' },
  users: { all_users: 4, humans: 2, organization_agents: 1, service_agents: 1 },
  activeUsers: 3,
  items,
  connections: { ...connections, delegate_connections: 6, delegation_connections_by_roles: roles },
  shares: { all_shares: 8, share_senders: 2, share_recipients: 3 },
  bytes,
}

it('has words for every number, and shows each once', () => {
  const user = userGroups({
    id: 'u1',
    items,
    bytes,
    connections: {
      ...connections,
      connections_granting_delegation_access_to_your_account: { count: 6, by_roles: roles },
      connections_with_delegation_access_to_other_users: { count: 6, by_roles: roles },
    },
  })
  for (const { id, rows } of [...usageGroups(usage), ...user]) {
    for (const key of [id, ...rows.map((row) => row.id)])
      expect(i18n.global.te(`operator.usage.${key}`), key).toBe(true)
  }

  const numbers = usageGroups(usage).flatMap(({ rows }) => rows.map(({ id, value }) => [id, value]))
  expect(Object.fromEntries(numbers)).toMatchObject({ users: 4, activeUsers: 3, duplicateItems: 2, shareRecipients: 3 })
  expect(numbers).toHaveLength(new Set(numbers.map(([id]) => id)).size)
})
