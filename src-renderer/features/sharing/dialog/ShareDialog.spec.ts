// Proves docs/contract/window.md, Sharing.

import { beforeEach, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import type { ShareSubject } from '../../../session/share-dialog.ts'
import { useShareDialog } from '../../../session/share-dialog.ts'
import { answer, aStatus, aUser, resetBridge } from '../../../session/testing/fake-bridge.ts'
import { mountAddress } from '../../../session/testing/mount-window.ts'
import { byRole } from '../../../ui/testing/mount-ui.ts'
import { aPerson } from '../testing/a-share.ts'
import ShareDialog from '../ShareDialog.vue'

const PASSPORT = { item_id: 'i', item_label: 'Passport' }
const OF_ONES_OWN = 'You see every such share and can end it.'
const OF_RECEIVED = 'The owner sees and can end every share of it; you see your own.'

const aConnection = (id: string) => ({
  ...aPerson(id),
  connection_id: id,
  user_type: 'human',
  format: 'own',
  fingerprint: null,
})

beforeEach(() => {
  for (const side of ['offsetHeight', 'clientHeight', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(400)
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('connectionRows', () => ({ rows: [aConnection('bob'), aConnection('carol')], total: 2 }))
  answer('itemShares', () => ({ rows: [] }))
})

async function openShareDialog(subject: ShareSubject): Promise<readonly string[]> {
  const component = defineComponent(() => {
    useShareDialog().share('alice', [subject])
    return () => h(ShareDialog)
  })
  await mountAddress([{ path: '/share', component }], '/share')
  await vi.waitFor(() => expect(byRole('option', /Carol/)).toBeDefined())
  return [...document.querySelectorAll('[role=option]')].map((option) => option.textContent.trim())
}

const shownText = (): string => document.body.textContent

it('offers everybody the actor is connected with for an own item', async () => {
  expect(await openShareDialog(PASSPORT)).toEqual(['Bob', 'Carol'])
  expect(shownText()).toContain(OF_ONES_OWN)
  expect(shownText()).not.toContain(OF_RECEIVED)
})

it('leaves out the owner of a received item, and tells one who passes it on what is true for them', async () => {
  expect(await openShareDialog({ ...PASSPORT, owner_id: 'vault-bob' })).toEqual(['Carol'])
  expect(shownText()).toContain(OF_RECEIVED)
})

it('offers everybody where the owner is hidden from the one who passes it on', async () => {
  expect(await openShareDialog({ ...PASSPORT, owner_id: null })).toEqual(['Bob', 'Carol'])
  expect(shownText()).toContain(OF_RECEIVED)
})
