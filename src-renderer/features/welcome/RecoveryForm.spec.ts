// Proves docs/contract/window.md, Welcome.

import { beforeEach, describe, expect, it } from 'vitest'
import { h } from 'vue'
import { RANDOM_CHARACTERS, spellRecoveryCode } from '../../../shared/contract/recovery-code.ts'
import { text as message } from '../../i18n/i18n.ts'
import {
  answer,
  arrive,
  asked,
  askedFor,
  aStatus,
  aWorkspace,
  refusal,
  resetBridge,
} from '../../session/testing/fake-bridge.ts'
import { useToasts } from '../../ui/toasts.ts'
import { byRole, mountUi, settle, type } from '../../ui/testing/mount-ui.ts'
import RecoveryForm from './RecoveryForm.vue'
// Loaded when a field is shown; a test ends sooner.
import '../../ui/GeneratePassword.vue'

const CODE = spellRecoveryCode(Uint8Array.from({ length: RANDOM_CHARACTERS }, (_, index) => index))
const NEW = 'marmalade tractor sunday'

async function unlockWith(typed: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(typed)) type(byRole('textbox', label), text)
  await settle()
  byRole('button', message('welcome.unlock.unlock')).click()
  await arrive()
  await settle()
}

beforeEach(async () => {
  resetBridge()
  answer('usersGet', () => ({ users: [] }))
  answer('workspacePassphraseChange', () => aStatus('locked'))
  answer('workspaceOpen', () => aStatus('open'))
  mountUi(() => h(RecoveryForm, { workspace: aWorkspace({ has_recovery_code: true }) }))
  await settle()
})

describe('RecoveryForm', () => {
  it('sets the new passphrase on the code, and opens with it', async () => {
    const typed = CODE.toLowerCase().replaceAll('-', ' ')
    await unlockWith({
      [message('parts.backups.recoveryCode')]: typed,
      'New passphrase': NEW,
      'Repeat the new passphrase': NEW,
    })

    expect(askedFor('workspacePassphraseChange')).toMatchObject([
      { params: { workspace_id: 'w1' }, body: { recovery_code: CODE, new_passphrase: NEW } },
    ])
    expect(askedFor('workspaceOpen')).toMatchObject([{ body: { passphrase: NEW } }])
    expect(useToasts().toasts.map(({ text }) => text)).toEqual([
      message('welcome.recovery.replaced', { name: aWorkspace().name }),
    ])
  })

  it('lists what is wrong in the order of its fields', async () => {
    await unlockWith({ [message('parts.backups.recoveryCode')]: 'x', 'New passphrase': 'short' })

    const summary = document.querySelector('[role=alert]')?.textContent ?? ''
    expect(summary).toContain(message('parts.backups.recoveryCode'))
    expect(summary.indexOf(message('parts.backups.recoveryCode'))).toBeLessThan(summary.indexOf('New passphrase'))
    expect(byRole('textbox', 'New passphrase').getAttribute('aria-invalid')).toBe('true')
  })

  it('opens with the code alone where the passphrase is to stay', async () => {
    byRole('textbox', message('welcome.recovery.replace')).click()
    await settle()
    await unlockWith({ [message('parts.backups.recoveryCode')]: CODE })

    expect(askedFor('workspacePassphraseChange')).toEqual([])
    expect(askedFor('workspaceOpen')).toMatchObject([{ body: { recovery_code: CODE } }])
  })

  it('tries nothing with a code that is misspelt', async () => {
    const misspelt = CODE.replace('0', '7')
    await unlockWith({
      [message('parts.backups.recoveryCode')]: misspelt,
      'New passphrase': NEW,
      'Repeat the new passphrase': NEW,
    })

    expect(asked).toEqual([])
    expect(document.body.textContent).toContain('Compare it character by character')
  })

  it('says that a code does not open the workspace, and opens nothing', async () => {
    answer('workspacePassphraseChange', () => {
      throw refusal('workspace_passphrase_wrong', 403)
    })
    await unlockWith({
      [message('parts.backups.recoveryCode')]: CODE,
      'New passphrase': NEW,
      'Repeat the new passphrase': NEW,
    })

    expect(document.body.textContent).toContain('This code does not open Harbour.')
    expect(askedFor('workspaceOpen')).toEqual([])
  })
})
