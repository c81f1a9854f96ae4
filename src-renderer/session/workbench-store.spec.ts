// Proves docs/contract/window.md, Everywhere.

import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { aStatus, aUser, aWorkspace } from './testing/fake-bridge.ts'
import { useWorkbenchStore } from './workbench-store.ts'

const locked = aUser('alice', { state: 'locked' })

beforeEach(() => setActivePinia(createPinia()))

function aStoreWith(...users: Parameters<typeof aUser>[]) {
  const store = useWorkbenchStore()
  store.setStatus(aStatus('open'))
  store.setUsers(users.map((user) => aUser(...user)))
  return store
}

describe('useWorkbenchStore', () => {
  it.each([
    ['locked', aStatus('locked')],
    ['closed', aStatus('none')],
    ['changed for another', aStatus('open', aWorkspace({ id: 'w2' }))],
  ])('drops the users, when the workspace is %s', (_, status) => {
    const store = aStoreWith(['alice'])

    store.setStatus(status)

    expect(store.users).toEqual([])
    expect(store.usersRead).toBe(false)
  })

  it('keeps the users, when something was saved', () => {
    const store = aStoreWith(['alice'])

    store.setStatus({ ...aStatus('open'), saved_at: '2026-11-02T08:00:00.000Z' })

    expect(store.users).toHaveLength(1)
  })

  it('drops the users as soon as a lock is asked for', () => {
    const store = aStoreWith(['alice'])

    store.setLocking(true)

    expect(store.users).toEqual([])
  })

  it('remembers who was signed in and is not any more, until they are', () => {
    const store = aStoreWith(['alice'], ['bob', { state: 'locked' }])

    store.setUsers([locked, aUser('bob', { state: 'locked' })])
    expect([...store.signedOut]).toEqual(['alice'])
    store.setUsers([locked])
    expect([...store.signedOut]).toEqual(['alice'])

    store.setUsers([aUser('alice')])
    expect([...store.signedOut]).toEqual([])
  })

  it('forgets that somebody signed out, when they are asked for again or the workspace is locked', () => {
    const store = aStoreWith(['alice'])
    store.setUsers([locked])
    store.welcomeBack('alice')
    expect(store.signedOut.has('alice')).toBe(false)

    store.setUsers([aUser('alice')])
    store.setUsers([locked])
    store.setStatus(aStatus('locked'))

    expect(store.signedOut.size).toBe(0)
  })
})
