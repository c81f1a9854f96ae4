// Proves docs/contract/window.md, Welcome.

import { beforeEach, describe, expect, it } from 'vitest'
import { h } from 'vue'
import { text } from '../../i18n/i18n.ts'
import {
  answer,
  arrive,
  askedFor,
  aStatus,
  aUser,
  aWorkspace,
  refusal,
  resetBridge,
} from '../../session/testing/fake-bridge.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { useWorkspaceChoice } from '../../session/workspace-choice.ts'
import { byRole, mountUi, settle, type } from '../../ui/testing/mount-ui.ts'
import UnlockPage from './UnlockPage.vue'

function mountPage(workspace = aWorkspace()) {
  return mountUi(
    () => h(UnlockPage),
    () => useWorkbenchStore().setStatus(aStatus('locked', workspace)),
  ).wrapper
}

async function unlockWith(passphrase: string): Promise<HTMLInputElement> {
  const field = byRole('textbox', text('label.passphrase')) as HTMLInputElement
  type(field, passphrase)
  byRole('button', text('welcome.unlock.unlock')).focus()
  byRole('button', text('welcome.unlock.unlock')).click()
  await arrive()
  await settle()
  return field
}

beforeEach(() => {
  resetBridge()
  answer('workspaceOpen', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
})

describe('UnlockPage', () => {
  it('starts in the passphrase and opens the workspace with it', async () => {
    mountPage()
    expect(document.activeElement).toBe(byRole('textbox', text('label.passphrase')))

    await unlockWith('correct horse')

    expect(askedFor('workspaceOpen')[0]).toMatchObject({
      params: { workspace_id: 'w1' },
      body: { passphrase: 'correct horse' },
    })
    expect(useWorkbenchStore().status?.state).toBe('open')
  })

  it('keeps focus and text, when the passphrase is wrong', async () => {
    const wrapper = mountPage()
    answer('workspaceOpen', () => {
      throw refusal('workspace_passphrase_wrong', 403)
    })

    const field = await unlockWith('wrong horse')

    expect(wrapper.text()).toContain('This passphrase does not open Harbour.')
    expect(field.value).toBe('wrong horse')
    expect(document.activeElement).toBe(field)
  })

  it('says the cause, when the files cannot be used', async () => {
    const wrapper = mountPage()
    answer('workspaceOpen', () => {
      throw refusal('workspace_not_usable', 409, 'vault.db was made by a newer version')
    })

    await unlockWith('correct horse')

    expect(wrapper.text()).toContain('Vault.db was made by a newer version.')
    expect(wrapper.text()).toContain('workspace_not_usable')
  })

  it('asks for no passphrase where there is none', async () => {
    mountPage(aWorkspace({ protected: false }))

    expect(document.querySelector('input:not([type="radio"])')).toBeNull()
    byRole('button', text('ui.open')).click()
    await arrive()

    expect(askedFor('workspaceOpen')[0]).toMatchObject({ body: { passphrase: null } })
  })

  it('leads to the other workspaces', () => {
    mountPage()

    byRole('button', text('welcome.unlock.other')).click()

    expect(useWorkspaceChoice().choosing).toBe(true)
  })

  it.each([
    [true, 'The recovery code of this workspace opens it'],
    [false, 'This workspace has no recovery code'],
  ])('tells who forgot the passphrase what is possible, having a recovery code: %s', (has_recovery_code, says) => {
    const wrapper = mountPage(aWorkspace({ has_recovery_code }))

    expect(wrapper.find('details summary').text()).toBe(text('welcome.unlock.forgotten'))
    expect(wrapper.find('details').text()).toContain(says)
    expect(wrapper.find('details').text()).toContain(text('welcome.unlock.forgottenBackup'))
  })
})
