// Proves docs/contract/window.md, Home.

import { beforeEach, expect, it } from 'vitest'
import { answer, aStatus, aUser, aWorkspace, resetBridge } from '../../session/testing/fake-bridge.ts'
import { mountAddress } from '../../session/testing/mount-window.ts'
import { settle } from '../../ui/testing/mount-ui.ts'
import RecoveryReminder from './RecoveryReminder.vue'

const routes = [
  { path: '/', component: RecoveryReminder },
  { path: '/settings', name: 'settings', component: { template: '<p />' } },
]

beforeEach(() => {
  resetBridge()
  answer('usersGet', () => ({ users: [aUser('alice')] }))
})

it.each([
  [{ protected: true, has_recovery_code: false }, true],
  [{ protected: true, has_recovery_code: true }, false],
  [{ protected: false, has_recovery_code: false }, false],
])('reminds of a recovery code in a workspace with %j: %s', async (workspace, reminds) => {
  answer('statusGet', () => aStatus('open', aWorkspace(workspace)))
  await mountAddress(routes, '/')
  await settle()

  const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent.includes('in Settings'))
  expect(link?.getAttribute('href')).toBe(reminds ? '/settings' : undefined)
})
