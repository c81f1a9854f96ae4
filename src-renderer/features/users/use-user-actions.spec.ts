// Proves docs/contract/window.md, Users.

import { text as message } from '../../i18n/i18n.ts'
import { answer, askedFor, aStatus, aUser, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { beforeEach, expect, it } from 'vitest'
import { useToasts } from '../../ui/toasts.ts'
import { mountUi } from '../../ui/testing/mount-ui.ts'
import { useUserActions } from './use-user-actions.ts'

const ALICE = aUser('alice')

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [] }))
})

function actions() {
  let made: ReturnType<typeof useUserActions> | undefined
  mountUi(
    () => null as never,
    () => {
      made = useUserActions()
    },
  )
  if (made === undefined) throw new Error('the setup did not run')
  return made
}
const told = () => useToasts().toasts.map(({ text }) => text)

it('signing out › ends the session, reads the users again and says that keys are gone', async () => {
  answer('userSignOut', () => undefined)
  await actions().signOut(ALICE)

  expect(askedFor('userSignOut')[0]?.params).toEqual({ user_id: 'alice' })
  expect(askedFor('usersGet')).toHaveLength(1)
  expect(told()).toEqual([message('users.signOut.done', { name: 'Alice' })])
})

it('signing out › says why it was not done', async () => {
  answer('userSignOut', () => {
    throw refusal('workspace_locked', 409, 'The workspace is locked.')
  })
  await actions().signOut(ALICE)

  expect(told()).toEqual(['Alice could not be signed out. The workspace is locked.'])
})

it('taking off the list › asks for it, and reads the users again', async () => {
  answer('userForget', () => undefined)

  await actions().forget(ALICE)

  expect(askedFor('userForget')[0]?.params).toEqual({ user_id: 'alice' })
  expect(askedFor('usersGet')).toHaveLength(1)
})
