// Proves docs/contract/window.md, Settings.

import { beforeEach, describe, expect, it } from 'vitest'
import { h, ref } from 'vue'
import { text } from '../../i18n/i18n.ts'
import {
  answer,
  arrive,
  askedFor,
  aStatus,
  aWorkspace,
  refusal,
  resetBridge,
} from '../../session/testing/fake-bridge.ts'
import { byRole, mountUi, settle, type } from '../../ui/testing/mount-ui.ts'
import RecoveryCodeDialog from './RecoveryCodeDialog.vue'

const CODE = '0000-0000-0000-0000-0000-0000-0000'
const open = ref(true)

async function mountDialog(purpose: 'make' | 'remove', hasCode = false) {
  const workspace = aWorkspace({ has_recovery_code: hasCode })
  mountUi(() =>
    h(RecoveryCodeDialog, {
      workspace,
      purpose,
      open: open.value,
      'onUpdate:open': (now: boolean) => (open.value = now),
    }),
  )
  await settle()
}

async function submit(button: string): Promise<void> {
  type(byRole('textbox', text('parts.backups.passphrase')), 'correct horse')
  await settle()
  byRole('button', button).click()
  await arrive()
  await settle()
}

beforeEach(() => {
  resetBridge()
  open.value = true
  answer('statusGet', () => aStatus('locked'))
  answer('workspaceRecoveryCodeMake', () => ({ recovery_code: CODE }))
  answer('workspaceRecoveryCodeRemove', () => aStatus('locked'))
})

describe('RecoveryCodeDialog', () => {
  it('shows the code once, and forgets it when it is closed', async () => {
    await mountDialog('make')
    await submit('Create a recovery code')
    expect(byRole('textbox', text('parts.backups.recoveryCode')).textContent).toBe(CODE)

    byRole('button', text('ui.kept')).click()
    await settle()
    open.value = true
    await settle()

    expect(document.body.textContent).not.toContain(CODE)
    expect(askedFor('workspaceRecoveryCodeMake').map(({ body }) => body)).toEqual([{ passphrase: 'correct horse' }])
  })

  it('puts a wrong passphrase at its field, and shows no code', async () => {
    answer('workspaceRecoveryCodeMake', () => {
      throw refusal('workspace_passphrase_wrong', 403)
    })
    await mountDialog('make', true)
    await submit(text('settings.recovery.replace'))

    expect(document.querySelector('[name=passphrase]')?.getAttribute('aria-invalid')).toBe('true')
    expect(document.body.textContent).not.toContain(CODE)
  })

  it('removes the code with the passphrase', async () => {
    await mountDialog('remove', true)
    await submit(text('settings.recovery.remove'))

    expect(askedFor('workspaceRecoveryCodeRemove').map(({ body }) => body)).toEqual([{ passphrase: 'correct horse' }])
    expect(open.value).toBe(false)
  })
})
