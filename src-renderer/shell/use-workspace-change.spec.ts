// Proves docs/contract/window.md, Locking, Inspector.

import { h } from 'vue'
import { RouterView } from 'vue-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aStatus, aUser, aWorkspace, resetBridge } from '../session/testing/fake-bridge.ts'
import { useInspectorFilter } from '../session/inspector-filter.ts'
import { useUserDialogs } from '../session/user-dialogs.ts'
import { useWorkbenchStore } from '../session/workbench-store.ts'
import { mountUi, settle } from '../ui/testing/mount-ui.ts'
import { useWorkspaceChange } from './use-workspace-change.ts'

async function mountAt(path: string) {
  const { router } = mountUi(
    () => h(RouterView),
    () => {
      useWorkbenchStore().setStatus(aStatus('open'))
      useWorkspaceChange()
    },
  )
  router.addRoute({ path: '/', name: 'start', component: { render: () => null } })
  await router.push(path)
  return router
}

beforeEach(resetBridge)

describe('useWorkspaceChange', () => {
  it('leaves the address alone over lock and unlock', async () => {
    const router = await mountAt('/u/alice/items/i1')

    useWorkbenchStore().setStatus(aStatus('locked'))
    await settle()
    useWorkbenchStore().setStatus(aStatus('open'))
    await settle()

    expect(router.currentRoute.value.fullPath).toBe('/u/alice/items/i1')
  })

  it('starts anew in another workspace', async () => {
    const router = await mountAt('/u/alice/items/i1')

    useWorkbenchStore().setStatus(aStatus('open', aWorkspace({ id: 'w2' })))

    await vi.waitFor(() => expect(router.currentRoute.value.fullPath).toBe('/'))
  })

  it('forgets which calls the inspector showed, in another workspace and not over a lock', async () => {
    await mountAt('/')
    const inspector = useInspectorFilter()
    inspector.chosen = { outcome: ['failed'] }
    inspector.show('path:i1', 7)
    expect(inspector.chosen).toEqual({}) // it would hide the calls that are to be shown
    inspector.chosen = { source: ['loopback'] }

    useWorkbenchStore().setStatus(aStatus('locked'))
    useWorkbenchStore().setStatus(aStatus('open'))
    expect([inspector.number, inspector.text]).toEqual([7, 'path:i1'])
    expect(inspector.chosen).toEqual({ source: ['loopback'] })
    useWorkbenchStore().setStatus(aStatus('open', aWorkspace({ id: 'w2' })))

    expect([inspector.number, inspector.text, inspector.chosen]).toEqual([undefined, '', {}])
  })

  it('closes dialogs about users at once, when the workspace is locked', async () => {
    await mountAt('/')
    useWorkbenchStore().setUsers([aUser('alice')])
    useUserDialogs().signIn('alice')

    useWorkbenchStore().setLocking(true)

    expect(useUserDialogs().signingIn).toBeUndefined()
  })
})
