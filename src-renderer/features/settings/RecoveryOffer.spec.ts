// Proves docs/contract/window.md, Welcome.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { text } from '../../i18n/i18n.ts'
import { leave } from '../../session/leaving.ts'
import { useRecoveryOffer } from '../../session/recovery-offer.ts'
import { answer, arrive, askedFor, aStatus, resetBridge } from '../../session/testing/fake-bridge.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { byRole, mountUi, settle } from '../../ui/testing/mount-ui.ts'
import RecoveryOffer from './RecoveryOffer.vue'

const CODE = '0000-0000-0000-0000-0000-0000-0000'

beforeEach(() => {
  resetBridge()
  answer('workspaceRecoveryCodeMake', () => ({ recovery_code: CODE }))
})

describe('RecoveryOffer', () => {
  async function offered() {
    answer('statusGet', () => aStatus('open'))
    answer('usersGet', () => ({ users: [] }))
    mountUi(
      () => h(RecoveryOffer),
      () => {
        useWorkbenchStore().setStatus(aStatus('open'))
        useRecoveryOffer().offer({ workspace_id: 'w1', passphrase: 'correct horse' })
      },
    )
    await settle()
  }

  it('makes a code with the passphrase that was just typed, to be printed and saved', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    await offered()
    expect(document.querySelector('[name=passphrase]')).toBeNull()

    byRole('button', text('settings.recovery.make')).click()
    await arrive()
    await settle()

    expect(askedFor('workspaceRecoveryCodeMake').map(({ body }) => body)).toEqual([{ passphrase: 'correct horse' }])
    expect(byRole('button', text('settings.recovery.save'))).toBeTruthy()
    byRole('button', text('ui.print')).click()
    expect(print).toHaveBeenCalledOnce()
    expect(document.querySelector('[data-printed]')?.textContent).toContain(CODE)
    byRole('button', text('ui.kept')).click()
    expect(useRecoveryOffer().offered).toBeUndefined()
  })

  it('can wait, and forgets the passphrase with the answer or when the workspace is left', async () => {
    await offered()
    byRole('button', text('settings.recovery.later')).click()
    expect(useRecoveryOffer().offered).toBeUndefined()

    useRecoveryOffer().offer({ workspace_id: 'w1', passphrase: 'correct horse' })
    leave()
    expect(useRecoveryOffer().offered).toBeUndefined()
    expect(askedFor('workspaceRecoveryCodeMake')).toEqual([])
  })
})
