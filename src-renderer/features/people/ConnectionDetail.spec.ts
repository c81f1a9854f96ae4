// Proves docs/contract/window.md, Who shares what with whom.

import { expect, it, vi } from 'vitest'
import { h } from 'vue'
import type { ConnectionRow } from '../../../shared/contract/workbench-sharing.ts'
import { answer, aStatus, aUser, resetBridge } from '../../session/testing/fake-bridge.ts'
import { emptyRoute, mountAddress } from '../../session/testing/mount-window.ts'
import ConnectionDetail from './ConnectionDetail.vue'
import routes from './routes.ts'

const row: ConnectionRow = {
  connection_id: 'c1',
  user_id: 'vault-bob',
  name: 'Bob',
  name_problem: null,
  user_type: 'human',
  format: 'pdv1',
  own_format: 'pdv1',
  own_key_fingerprint: 'AAAA',
  other_key_fingerprint: 'BBBB',
  connection_type: null,
  delegation_role: null,
  created_at: '2026-11-01T08:00:00.000Z',
}

it('counts the shares with a person as the graph does: without those that were declined', async () => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice'), aUser('bob')] }))
  const found = { outgoing: { all: 4, rejected: 1 }, incoming: { all: 2, rejected: 0 } }
  answer('shareRows', ({ query }) => {
    const { direction, declined } = query as { direction: 'outgoing' | 'incoming'; declined?: boolean }
    const { all, rejected } = found[direction]
    return { rows: [], matching: declined === false ? all - rejected : all }
  })
  const component = () => h(ConnectionDetail, { actor: 'alice', row, role: '' })
  const sharing = emptyRoute('sharing', '/u/:actor/sharing/:tab?/:share?')
  await mountAddress([...routes, sharing, { path: '/detail', component }], '/detail')

  await vi.waitFor(() => {
    const lines = [...document.querySelectorAll('li')].map((line) => line.textContent)
    expect(lines).toContain('Shared with Bob3')
    expect(lines).toContain('Shared by Bob2')
  })
  const places = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(places).toContain('/u/alice/sharing/outgoing?person=vault-bob&state=not_rejected')
})
