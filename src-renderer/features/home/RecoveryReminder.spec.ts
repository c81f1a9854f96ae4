// Proves docs/contract/window.md, Home.

import { beforeEach, expect, it } from 'vitest'
import { text } from '../../i18n/i18n.ts'
import { answer, aStatus, aUser, aWorkspace, resetBridge } from '../../session/testing/fake-bridge.ts'
import { mountAddress } from '../../session/testing/mount-window.ts'
import { byRole, settle } from '../../ui/testing/mount-ui.ts'
import RecoveryReminder from './RecoveryReminder.vue'

const routes = [
  { path: '/', component: RecoveryReminder },
  { path: '/settings', name: 'settings', component: { template: '<p />' } },
]

beforeEach(() => {
  localStorage.clear()
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

  expect(linkToSettings()?.getAttribute('href')).toBe(reminds ? '/settings' : undefined)
})

it('is put away for one workspace, also after a reload', async () => {
  const open = async (id: string): Promise<void> => {
    answer('statusGet', () => aStatus('open', aWorkspace({ id, protected: true, has_recovery_code: false })))
    await mountAddress(routes, '/')
    await settle()
  }
  await open('w1')

  byRole('button', text('home.putRecoveryOff')).click()
  await settle()
  expect(linkToSettings()).toBeUndefined()
  await open('w1')
  expect(linkToSettings()).toBeUndefined()
  await open('w2')
  expect(linkToSettings()).toBeDefined()
})

function linkToSettings(): HTMLAnchorElement | undefined {
  return [...document.querySelectorAll('a')].find(({ textContent }) => textContent.includes('in Settings'))
}
