// Proves docs/contract/window.md, Access.

import { beforeEach, describe, expect, it } from 'vitest'
import { h } from 'vue'
import type { ListedLoginKey } from '../../../shared/contract/keystore-lists.ts'
import { text as message } from '../../i18n/i18n.ts'
import { answer, arrive, askedFor, aUser, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { byRole, mountUi, settle, type } from '../../ui/testing/mount-ui.ts'
import ChangePassphraseDialog from './ChangePassphraseDialog.vue'
// Loaded when a field is shown; a test ends sooner.
import '../../ui/GeneratePassword.vue'

const NEW = 'marmalade tractor sunday'
const key = (id: string, label: string) => ({ id, label }) as ListedLoginKey // what the dialog reads of it

async function mountDialog(changes: Parameters<typeof aUser>[1] = {}) {
  const keys = [key('k1', 'Backup'), key('k2', 'Script')]
  mountUi(() => h(ChangePassphraseDialog, { user: aUser('alice', changes), loginKeys: keys, open: true }))
  await settle()
}

async function submitWith(typed: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(typed)) type(byRole('textbox', label), text)
  await settle()
  byRole('button', message('newPassphrase.change')).click()
  await arrive()
  await settle()
}

const check = (label: string) => byRole('textbox', label).click()
const sent = () => askedFor('changePassphrase').map(({ body }) => body)

beforeEach(() => {
  resetBridge()
  answer('changePassphrase', () => ({ user: aUser('alice') }))
})

describe('ChangePassphraseDialog', () => {
  it('keeps the login keys that are chosen', async () => {
    await mountDialog()
    check('Backup')

    await submitWith({ "Alice's passphrase": 'old one', 'New passphrase': NEW, 'Repeat the new passphrase': NEW })

    expect(sent()).toEqual([{ passphrase: 'old one', new_passphrase: NEW, keep_login_keys: ['k1'], new_keys: false }])
  })

  it('offers no new keys for an account that published clients open, too', async () => {
    await mountDialog({ published_format: true })

    expect(document.body.textContent).toContain(message('newPassphrase.label'))
    expect(document.body.textContent).not.toContain('Make the keys anew, too')
  })

  it('keeps none where the keys are made anew', async () => {
    await mountDialog()
    check('Backup')
    check(message('access.changePassphrase.newKeys'))

    await submitWith({ "Alice's passphrase": 'old one', 'New passphrase': NEW, 'Repeat the new passphrase': NEW })

    expect(sent()).toEqual([{ passphrase: 'old one', new_passphrase: NEW, keep_login_keys: [], new_keys: true }])
  })

  it('does not ask for a passphrase that is remembered', async () => {
    await mountDialog({ remembered: true })

    await submitWith({ 'New passphrase': NEW, 'Repeat the new passphrase': NEW })

    expect(sent()).toMatchObject([{ passphrase: null, new_passphrase: NEW }])
  })

  it('sends nothing that was typed differently the second time', async () => {
    await mountDialog()

    await submitWith({ "Alice's passphrase": 'old one', 'New passphrase': NEW, 'Repeat the new passphrase': 'other' })

    expect(sent()).toEqual([])
    expect(document.body.textContent).toContain(message('newPassphrase.differs'))
  })

  it('puts a wrong passphrase at its field, and keeps what was typed', async () => {
    await mountDialog()
    answer('changePassphrase', () => {
      throw refusal('login_failed', 401, 'the passphrase is wrong')
    })

    await submitWith({ "Alice's passphrase": 'wrong', 'New passphrase': NEW, 'Repeat the new passphrase': NEW })

    expect(document.querySelector('[name=passphrase]')?.getAttribute('aria-invalid')).toBe('true')
    expect((byRole('textbox', message('newPassphrase.label')) as HTMLInputElement).value).toBe(NEW)
  })
})
