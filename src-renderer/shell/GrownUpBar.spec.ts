// Proves docs/contract/window.md, Delegations.

import { beforeEach, describe, expect, it } from 'vitest'
import { text as message } from '../i18n/i18n.ts'
import { answer, arrive, askedFor, aStatus, aUser, resetBridge } from '../session/testing/fake-bridge.ts'
import { mountAddress } from '../session/testing/mount-window.ts'
import { useGrownUp } from '../session/grown-up.ts'
import { byRole, settle, type } from '../ui/testing/mount-ui.ts'
// Loaded when they are shown; a test ends sooner.
import '../features/access/ChangePassphraseDialog.vue'
import '../ui/GeneratePassword.vue'
import GrownUpBar from './GrownUpBar.vue'

const NEW = 'marmalade tractor sunday'

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('changePassphrase', () => ({ user: aUser('kim') }))
})

async function mountBar(changes: Parameters<typeof aUser>[1] = {}) {
  answer('usersGet', () => ({ users: [aUser('kim', changes)] }))
  await mountAddress([{ path: '/u/:actor', component: GrownUpBar, props: true }], '/u/kim')
  const grownUp = useGrownUp()
  grownUp.add('kim')
  await arrive()
  return grownUp
}

describe('whoever grew up', () => {
  it('is asked for a passphrase that no parent knows, with new keys', async () => {
    const grownUp = await mountBar()
    byRole('button', message('app.grownUp.change.own')).click()
    await arrive()
    await settle()
    for (const [label, text] of [
      ["Kim's passphrase", 'old one'],
      ['New passphrase', NEW],
      ['Repeat the new passphrase', NEW],
    ] as const)
      type(byRole('textbox', label), text)
    await settle()

    byRole('button', message('app.grownUp.change.published')).click()
    await arrive()
    await settle()

    expect(askedFor('changePassphrase').map(({ body }) => body)).toEqual([
      { passphrase: 'old one', new_passphrase: NEW, keep_login_keys: [], new_keys: true },
    ])
    expect(grownUp.isNew('kim')).toBe(false)
  })

  it('is promised no new keys where published clients open the account', async () => {
    await mountBar({ published_format: true })

    expect(byRole('button', message('app.grownUp.change.published'))).toBeDefined()
    expect(document.body.textContent).toContain('knows your sign-in key')
    expect(document.body.textContent).not.toContain('new keys')
  })

  it('may keep the passphrase, and is not asked again', async () => {
    const grownUp = await mountBar()

    byRole('button', message('app.grownUp.keep')).click()

    expect(grownUp.isNew('kim')).toBe(false)
  })
})
