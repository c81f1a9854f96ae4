// Proves docs/contract/window.md, Acting for others.

import { beforeEach, expect, it, vi } from 'vitest'
import { text } from '../../i18n/i18n.ts'
import { answer, aStatus, aUser, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { mountAddress } from '../../session/testing/mount-window.ts'
import { usePresenting } from '../../ui/presenting.ts'
import { byRole } from '../../ui/testing/mount-ui.ts'
import FirstSteps from './FirstSteps.vue'

const THROUGH = { through_user_id: 'bob', through_name: 'Bob', connection_id: 'c', child: false }

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('itemRows', () => ({ rows: [], matching: 0, total: 0, nodes: [], templates: [] }))
  answer('walletGet', () => {
    throw refusal('delegation_not_allowed', 403)
  })
  answer('forward as subscription', () => ({ ok: true, status: 200, body: { requests: [] } }))
})

it.each([
  { role: 'reader', item: 'A reader cannot do this' },
  { role: 'admin', item: null },
] as const)('leaves to the account what somebody who acts as $role may not do', async ({ role, item }) => {
  answer('usersGet', () => ({ users: [aUser('bob'), aUser('alice', { delegation: { ...THROUGH, role } })] }))
  await mountAddress([{ path: '/steps', component: FirstSteps, props: { actor: 'alice' } }], '/steps')
  const reasonOf = (name: string) => byRole('button', name).getAttribute('aria-description')

  await vi.waitFor(() => expect(reasonOf(text('home.steps.itemGo'))).toBe(item))
  expect(reasonOf(text('home.steps.verifierFirstGo'))).toBe(text('app.actingFor.whyNot.anybody'))
  expect(reasonOf(text('home.steps.userGo'))).toBeNull()
})

it('does not ask to run a command that an audience is not shown', async () => {
  const url = 'http://127.0.0.1:41121'
  const server = { url, vault: url, keystore: url, exchange: url, verifier: url }
  answer('statusGet', () => ({ ...aStatus('open'), server }))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('walletGet', () => ({ holder_keys: [], credentials: [], open_run: null, runs: [] }))
  await mountAddress([{ path: '/steps', component: FirstSteps, props: { actor: 'alice' } }], '/steps')
  await vi.waitFor(() => byRole('button', text('home.steps.clientGo')))

  usePresenting().on = true

  await vi.waitFor(() => expect(document.body.textContent).toContain('Stop presenting first.'))
  expect(() => byRole('button', text('home.steps.clientGo'))).toThrow()
})
