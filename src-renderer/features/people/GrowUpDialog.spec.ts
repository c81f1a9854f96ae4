// Proves docs/contract/window.md, Delegations.

import { beforeEach, describe, expect, it } from 'vitest'
import type { DelegationRow } from '../../../shared/contract/workbench-delegations.ts'
import { text } from '../../i18n/i18n.ts'
import { answer, arrive, askedFor, aStatus, aUser, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { mountAddress } from '../../session/testing/mount-window.ts'
import { byRole, settle, type } from '../../ui/testing/mount-ui.ts'
import GrowUpDialog from './GrowUpDialog.vue'

const PASSPHRASE = 'marmalade tractor sunday'
const row: DelegationRow = {
  id: 'c1',
  kind: 'connection',
  connection_id: 'c1',
  direction: 'received',
  person: { user_id: 'vault-kim', name: 'Kim', connected: true },
  role: 'owner',
  child: true,
  steps: { claimed: true, shared: true, reencrypted: true },
  next: null,
  rejected: false,
  active: true,
}

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
})

async function mountDialog(changes: Parameters<typeof aUser>[1] = {}) {
  answer('usersGet', () => ({ users: [aUser('alice', changes)] }))
  const props = { actor: 'alice', row }
  await mountAddress([{ path: '/u/:actor', component: GrowUpDialog, props }], '/u/alice')
  await arrive()
}

async function growUp() {
  for (const label of [text('newPassphrase.label'), text('newPassphrase.repeat')])
    type(byRole('textbox', label), PASSPHRASE)
  await settle()
  byRole('button', text('people.child.growUp')).click()
  await arrive()
  await settle()
}

describe('growing up', () => {
  it('says before what the parent knows then, and that new keys end it', async () => {
    await mountDialog()

    expect(document.body.textContent).toContain("You know Kim's keys")
    expect(document.body.textContent).toContain('ends when Kim changes the passphrase with new keys')
  })

  it('of an account of published clients › says that the keys of the vault stay known, and which one does not', async () => {
    await mountDialog({ published_format: true })

    expect(document.body.textContent).toContain('The passphrase and the sign-in key end when Kim changes')
    expect(document.body.textContent).toContain("The vault's keys stay")
    expect(document.body.textContent).not.toContain('with new keys')
  })

  it('shows the secret string once, with what is still known', async () => {
    await mountDialog()
    answer('childGrowUp', () => ({ user: aUser('kim'), secret_string: '2.kim.secret' }))

    await growUp()

    expect(askedFor('childGrowUp')).toMatchObject([
      { params: { user_id: 'alice', connection_id: 'c1' }, body: { passphrase: PASSPHRASE, remember: false } },
    ])
    expect(byRole('textbox', text('label.secretString')).textContent).toBe('2.kim.secret')
    expect(document.body.textContent).toContain('ends when Kim changes the passphrase with new keys')
  })

  it('of somebody who grew up elsewhere › says so', async () => {
    await mountDialog()
    answer('childGrowUp', () => {
      throw refusal('wrong_status', 409)
    })

    await growUp()

    expect(document.body.textContent).toContain(text('people.child.grown', { name: 'Kim' }))
  })
})
