// Proves docs/contract/window.md, Delegations.

import { beforeEach, expect, it, vi } from 'vitest'
import { h } from 'vue'
import type { DelegationRow } from '../../../shared/contract/workbench-delegations.ts'
import { answer, arrive, aStatus, aUser, resetBridge } from '../../session/testing/fake-bridge.ts'
import { emptyRoute, mountAddress } from '../../session/testing/mount-window.ts'
import DelegationDetail from './DelegationDetail.vue'
import routes from './routes.ts'

const row: DelegationRow = {
  id: 'c1',
  kind: 'connection',
  connection_id: 'c1',
  direction: 'received',
  person: { user_id: 'vault-mia', name: 'Mia', connected: true },
  role: 'owner',
  child: true,
  steps: { claimed: true, shared: true, reencrypted: true },
  next: null,
  rejected: false,
  active: true,
}
const delegation = { connection_id: 'c1', role: 'owner', child: true, through_user_id: 'alice', through_name: 'Alice' }

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
})

async function mountDetail(mia: object) {
  answer('usersGet', () => ({ users: [aUser('alice'), aUser('mia', mia)] }))
  const delegations = { takeStep: vi.fn(), setRole: vi.fn(), end: vi.fn() } as never
  const component = () => h(DelegationDetail, { actor: 'alice', row, tab: 'children', delegations })
  await mountAddress(
    [...routes, emptyRoute('side-by-side', '/side-by-side/:left?/:right?'), { path: '/detail', component }],
    '/detail',
  )
  await arrive()
}

const growUp = () => [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Grow up')

it('offers a child to grow up while it is reached through its parents only', async () => {
  await mountDetail({ delegation })
  expect(growUp()).toBeDefined()
})

it('does not offer it again to one that has grown up, and says so', async () => {
  await mountDetail({ delegation: null })
  expect(growUp()).toBeUndefined()
  expect(document.body.textContent).toContain('Mia has a login already.')
})
