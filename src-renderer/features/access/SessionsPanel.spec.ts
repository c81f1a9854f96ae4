// Proves docs/contract/window.md, Access.

import { expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import type { ForwardRequest } from '../../../shared/contract/workbench-forward.ts'
import { answer, arrive, aStatus, aUser, resetBridge } from '../../session/testing/fake-bridge.ts'
import { mountAddress } from '../../session/testing/mount-window.ts'
import routes from './routes.ts'
import SessionsPanel from './SessionsPanel.vue'
import { useSessions } from './use-sessions.ts'

const session = (id: string, more: object = {}) => ({
  id,
  issued_by: 'keystore',
  valid_from: '2026-11-21T09:00:00.000Z',
  valid_till: '2100-11-28T09:00:00.000Z',
  client_identifier: null,
  timezone: null,
  current: false,
  made_by_user_id: null,
  ...more,
})

it.each([
  ['by-bob', 'Bob for Alice'],
  ['by-carol', 'A delegate for Alice'],
  ['own', undefined],
])('a session that a delegate made names both, and every other one nobody: %s', async (id, both) => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice'), aUser('bob')] }))
  answer('forward as user', ({ body }) => {
    const sessions = [
      session('own'),
      session('by-bob', { made_by_user_id: 'vault-bob' }),
      session('by-carol', { made_by_user_id: 'vault-carol' }),
    ]
    const { operation } = body as ForwardRequest
    const reply = operation === 'keystore.sessionsGet' ? { sessions } : { session_type: 'token', valid_till: null }
    return { ok: true, status: 200, body: reply }
  })
  const Panel = defineComponent(() => {
    const list = useSessions('alice', () => 'Alice')
    return () => h(SessionsPanel, { actor: 'alice', id, list, name: 'Alice' })
  })
  await mountAddress([...routes, { path: '/panel', component: Panel }], '/panel')
  await arrive()
  await arrive()

  const { textContent: page } = document.body
  expect(page).toContain(id)
  if (both === undefined) expect(page).not.toContain('for Alice')
  else expect(page).toContain(both)
})
