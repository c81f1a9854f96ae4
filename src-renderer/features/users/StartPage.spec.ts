// Proves docs/contract/window.md, Everywhere.

import { expect, it } from 'vitest'
import { h } from 'vue'
import { text } from '../../i18n/i18n.ts'
import { useUserDialogs } from '../../session/user-dialogs.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { answer, aStatus, resetBridge } from '../../session/testing/fake-bridge.ts'
import { refreshUsers, startWorkbench } from '../../session/use-workbench.ts'
import { byRole, mountUi, settle } from '../../ui/testing/mount-ui.ts'
import StartPage from './StartPage.vue'

it('says what to do first where there are no users, and names no call', async () => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [] }))
  mountUi(() => h(StartPage))
  await startWorkbench()
  await refreshUsers()
  await settle()
  expect(useWorkbenchStore().usersRead).toBe(true)

  expect(document.body.textContent).toContain(text('users.first.heading'))
  expect(document.body.textContent).not.toMatch(/\b(?:GET|POST) \//)
  byRole('button', text('users.addExisting')).click()
  expect(useUserDialogs().adding).toBe('existing')
})
