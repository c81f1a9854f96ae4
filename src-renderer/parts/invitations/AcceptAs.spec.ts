// Proves docs/contract/window.md, Acting for others.

import { beforeEach, expect, it, vi } from 'vitest'
import { text } from '../../i18n/i18n.ts'
import { usePeopleDialogs } from '../../session/people-dialogs.ts'
import { answer, aStatus, aUser, resetBridge } from '../../session/testing/fake-bridge.ts'
import { mountAddress } from '../../session/testing/mount-window.ts'
import { byRole, settle } from '../../ui/testing/mount-ui.ts'
import AcceptAs from './AcceptAs.vue'

const THROUGH = {
  through_user_id: 'bob',
  through_name: 'Bob',
  connection_id: 'c',
  role: 'reader',
  child: false,
} as const

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('bob'), aUser('carol'), aUser('alice', { delegation: THROUGH })] }))
})

it('offers an invitation to users who may accept it, and says why another one may not', async () => {
  const props = { actor: 'bob', link: 'x://invitation' }
  await mountAddress([{ path: '/accept', component: AcceptAs, props }], '/accept')
  byRole('button', text('people.here.acceptAs')).click()
  await settle()

  byRole('menuitem', /A reader cannot do this/).click()
  await settle()
  expect(usePeopleDialogs().asked).toBeUndefined()
  byRole('menuitem', /^carol/i).click()

  await vi.waitFor(() => expect(usePeopleDialogs().asked).toMatchObject({ kind: 'use', actor: 'carol' }))
})
