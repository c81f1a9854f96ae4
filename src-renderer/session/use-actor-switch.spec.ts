// Proves docs/contract/window.md, Everywhere: undo, Users.

import { createPinia, setActivePinia } from 'pinia'
import type { Router } from 'vue-router'
import { createMemoryHistory, createRouter } from 'vue-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aStatus, aUser, resetBridge } from './testing/fake-bridge.ts'
import { useToasts } from '../ui/toasts.ts'
import { useActing } from './acting.ts'
import { useActorSwitch } from './use-actor-switch.ts'
import { useUserDialogs } from './user-dialogs.ts'
import { useWorkbenchStore } from './workbench-store.ts'

const component = { render: () => null }
let router: Router

beforeEach(async () => {
  localStorage.clear()
  setActivePinia(createPinia())
  resetBridge()
  const store = useWorkbenchStore()
  store.setStatus(aStatus('open'))
  store.setUsers([
    aUser('alice'),
    aUser('bob'),
    aUser('carlos', { state: 'locked' }),
    aUser('dana', { state: 'locked', remembered: true }),
  ])
  router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/u/:actor/items/:id?', name: 'items', component },
      { path: '/inspector', name: 'inspector', component },
    ],
  })
  await router.push('/u/alice/items/i1')
})

const path = (): string => router.currentRoute.value.fullPath
const settled = (): Promise<void> => vi.waitFor(() => undefined)

describe('useActorSwitch', () => {
  it('opens the same section for the other user, without what was open in it', async () => {
    useActorSwitch(router)('bob')
    await vi.waitFor(() => expect(path()).toBe('/u/bob/items'))

    expect(useActing().user?.id).toBe('bob')
  })

  it('asks a locked user for the passphrase first, and goes on when it was given', async () => {
    useActorSwitch(router)('carlos')
    await settled()
    expect(path()).toBe('/u/alice/items/i1')
    expect(useUserDialogs().signingIn).toBe('carlos')

    useUserDialogs().afterSignIn?.()

    await vi.waitFor(() => expect(path()).toBe('/u/carlos/items'))
  })

  it('opens the page of a user with a kept passphrase at once, who then may be signed in without being asked', async () => {
    const store = useWorkbenchStore()
    store.setUsers([aUser('alice'), aUser('dana', { remembered: true })])
    store.setUsers([aUser('alice'), aUser('dana', { state: 'locked', remembered: true })])
    expect(store.signedOut.has('dana')).toBe(true)

    useActorSwitch(router)('dana')
    await vi.waitFor(() => expect(path()).toBe('/u/dana/items'))

    expect(store.signedOut.has('dana')).toBe(false)
    expect(useUserDialogs().signingIn).toBeUndefined()
  })

  it('stays on a page of nobody in particular, and acts as the other user from then on', async () => {
    await router.push('/inspector')

    useActorSwitch(router)('bob')
    await settled()

    expect(path()).toBe('/inspector')
    expect(useActing().user?.id).toBe('bob')
  })

  it('sends deletions that wait for Undo as the user who made them', () => {
    const commit = vi.fn()
    useToasts().hold({ text: 'Deleted', link: null, commit })

    useActorSwitch(router)('bob')

    expect(commit).toHaveBeenCalledOnce()
  })

  it('puts whom the window acted as lately before all others, who come by name', () => {
    const store = useWorkbenchStore()
    store.setUsers(['zoe', 'bob', 'Äne', 'alice', 'carl'].map((id) => aUser(id)))
    const offered = (): string[] => useActing().choices.map(({ full_name }) => full_name)
    expect(offered()).toEqual(['Alice', 'Äne', 'Bob', 'Carl', 'Zoe'])

    useActorSwitch(router)('zoe')
    useActorSwitch(router)('carl')

    expect(offered()).toEqual(['Carl', 'Zoe', 'Alice', 'Äne', 'Bob'])
    store.setUsers(store.users.filter(({ id }) => id !== 'zoe'))
    expect(offered()).toEqual(['Carl', 'Alice', 'Äne', 'Bob'])
  })

  it('ignores a user who is gone', async () => {
    useActorSwitch(router)('nobody')
    await settled()

    expect(path()).toBe('/u/alice/items/i1')
  })
})
