// Proves docs/contract/window.md, Side by side.

import { expect, it } from 'vitest'
import { useCommands } from '../frame/commands.ts'
import { router } from '../router.ts'
import { answer, aStatus, aUser, resetBridge } from '../session/testing/fake-bridge.ts'
import { mountAddress } from '../session/testing/mount-window.ts'
import SeeAs from './SeeAs.vue'

/** Every screen about somebody, as the window knows them. */
const SCREENS = router.getRoutes().filter(({ path }) => path.startsWith('/u/:actor/'))

it('leads from every screen about somebody to the sides, of which the first one goes on with what is open', async () => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice'), aUser('bob')] }))
  expect(SCREENS.length).toBeGreaterThan(10)
  const routes = SCREENS.map(({ path, name }) => ({ path, name: name ?? path, component: SeeAs }))
  const sides = { path: '/side-by-side/:left?/:right?', name: 'side-by-side', component: { render: () => null } }
  const { router: window } = await mountAddress([...routes, sides], '/')
  for (const { name } of SCREENS) {
    await window.push({ name: name ?? '', params: { actor: 'alice', id: 'i1', tab: 'one' } })
    const page = window.currentRoute.value.path.slice('/u/alice/'.length)
    useCommands()
      .commands.find(({ id }) => id === 'see-as.bob')
      ?.run()
    await expect.poll(() => window.currentRoute.value.name).toBe('side-by-side')
    const { params, query } = window.currentRoute.value
    expect([params, query]).toEqual([{ left: 'alice', right: 'bob' }, name === 'items' ? { item: 'i1' } : { page }])
  }
})
