import { beforeEach, describe, expect, it } from 'vitest'
import { h } from 'vue'
import { text } from '../../i18n/i18n.ts'
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
    await click(text('access.deleteAccount.vault'))
    expect(page()).toContain('The key store account still exists afterwards')
    type(byRole('textbox', text('label.passphraseOf', { name: 'Alice' })), 'old one')

    await click(text('access.deleteAccount.vault'))

    expect(askedFor('userQueueForDeletion')[0]?.body).toEqual({ part: 'vault', passphrase: 'old one' })
    expect(page()).toContain('The key store account still exists; delete it here, too.')
  })

  it('deletes the key-store account, also where the vault account is gone', async () => {
    await mountPanel({ vault_user_id: null, remembered: true })
    expect(page()).not.toContain(text('access.deleteAccount.parts.vault'))
    expect(() => byRole('button', text('access.deleteAccount.vault'))).toThrow()
    await click(text('access.deleteAccount.keystore'))

    await click(text('access.deleteAccount.keystore'))

    expect(askedFor('userQueueForDeletion')[0]?.body).toEqual({ part: 'keystore', passphrase: null })
  })

  it('puts a wrong passphrase at its field', async () => {
    answer('userQueueForDeletion', () => {
      throw refusal('login_failed', 401, 'The passphrase is wrong.')
    })
    await mountPanel()
    await click(text('access.deleteAccount.vault'))
    type(byRole('textbox', text('label.passphraseOf', { name: 'Alice' })), 'wrong')

    await click(text('access.deleteAccount.vault'))

    expect(byRole('textbox', text('label.passphraseOf', { name: 'Alice' })).getAttribute('aria-invalid')).toBe('true')
    expect(page()).toContain('The passphrase is wrong.')
  })
})
