import { beforeEach, describe, expect, it } from 'vitest'
import { h } from 'vue'
import { answer, arrive, askedFor, aUser, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { fakeCalls } from '../../session/testing/fake-calls.ts'
import ToastHost from '../../ui/ToastHost.vue'
import { byRole, mountUi, settle, type } from '../../ui/testing/mount-ui.ts'
import DeleteAccountPanel from './DeleteAccountPanel.vue'

const page = () => document.body.textContent
const vault = fakeCalls('user', 'vault')

async function mountPanel(changes: Parameters<typeof aUser>[1] = {}) {
  const { router } = mountUi(() => h('div', [h(DeleteAccountPanel, { user: aUser('alice', changes) }), h(ToastHost)]))
  router.addRoute({ name: 'access', path: '/u/:actor/access/:tab?', component: ToastHost })
  await settle()
}

async function click(name: string): Promise<void> {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button')]
  buttons.findLast((one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name)?.click()
  await arrive()
  await settle()
}

beforeEach(() => {
  resetBridge()
  vault.start()
  answer('userQueueForDeletion', () => ({ queued_for_deletion_after: '2026-11-30T08:00:00.000Z' }))
})

describe('DeleteAccountPanel', () => {
  it('deletes the vault account with the passphrase, and says that the key-store account stays', async () => {
    await mountPanel()
    await click('Delete vault account')
    expect(page()).toContain('The key store account still exists afterwards')
    type(byRole('textbox', 'Passphrase of Alice'), 'old one')

    await click('Delete vault account')

    expect(askedFor('userQueueForDeletion')[0]?.body).toEqual({ part: 'vault', passphrase: 'old one' })
    expect(page()).toContain('The key store account still exists; delete it here, too.')
  })

  it('deletes the key-store account, also where the vault account is gone', async () => {
    await mountPanel({ vault_user_id: null, remembered: true })
    expect(page()).not.toContain('Vault account')
    expect(() => byRole('button', 'Delete vault account')).toThrow()
    await click('Delete key store account')

    await click('Delete key store account')

    expect(askedFor('userQueueForDeletion')[0]?.body).toEqual({ part: 'keystore', passphrase: null })
  })

  it('puts a wrong passphrase at its field', async () => {
    answer('userQueueForDeletion', () => {
      throw refusal('login_failed', 401, 'The passphrase is wrong.')
    })
    await mountPanel()
    await click('Delete vault account')
    type(byRole('textbox', 'Passphrase of Alice'), 'wrong')

    await click('Delete vault account')

    expect(byRole('textbox', 'Passphrase of Alice').getAttribute('aria-invalid')).toBe('true')
    expect(page()).toContain('The passphrase is wrong.')
  })
})
