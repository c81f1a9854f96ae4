// Proves docs/contract/window.md, Everywhere, Side by side.

import { defineComponent, h, ref } from 'vue'
import { RouterView } from 'vue-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aStatus, aUser, resetBridge } from '../session/testing/fake-bridge.ts'
import type { WindowView } from '../session/window-view.ts'
import { useWorkbenchStore } from '../session/workbench-store.ts'
import { mountUi } from '../ui/testing/mount-ui.ts'
import { usePageFocus } from './use-page-focus.ts'

const page = (title: string) =>
  defineComponent(() => () => h('main', [h('h1', { tabindex: -1 }, title), h('button', 'New item')]))

async function mountPages() {
  const view = ref<WindowView>('workbench')
  const { router } = mountUi(
    () => h(RouterView),
    () => {
      useWorkbenchStore().setStatus(aStatus('open'))
      useWorkbenchStore().setUsers([aUser('alice')])
      usePageFocus(view)
    },
  )
  router.addRoute({ path: '/u/:actor/home', name: 'home', component: page('Home') })
  router.addRoute({ path: '/u/:actor/items/:id?', name: 'items', component: page('Items') })
  await router.push('/u/alice/home')
  await vi.waitFor(() => expect(focused()).toBe('Home'))
  return { router, view }
}

const framesPass = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 60))
const focused = (): string => document.activeElement?.textContent ?? ''

beforeEach(resetBridge)

describe('usePageFocus', () => {
  it('goes on to the first row of the list the page is about, once it is there', async () => {
    const { router } = await mountPages()
    const row = () => h('div', { role: 'row', 'data-index': 0, tabindex: 0 }, 'Passport')
    const listed = ref(false)
    const list = defineComponent(
      () => () =>
        h('main', [h('h1', { tabindex: -1 }, 'Tags'), h('div', { role: 'grid' }, listed.value ? [row()] : [])]),
    )
    router.addRoute({ path: '/u/:actor/tags', name: 'tags', component: list })
    await router.push('/u/alice/tags')
    await vi.waitFor(() => expect(focused()).toBe('Tags'))

    await new Promise((resolve) => setTimeout(resolve, 700)) // a slow computer reads longer than the heading waits
    listed.value = true

    await vi.waitFor(() => expect(focused()).toBe('Passport'))
  })

  it('goes on to a row of the side that acts, not to the first one of the window', async () => {
    const { router } = await mountPages()
    const row = (name: string) => h('div', { role: 'row', 'data-index': 0, tabindex: 0 }, name)
    const side = (state: string, name: string) =>
      h('section', { 'data-side': state }, [h('div', { role: 'grid' }, [row(name)])])
    const sides = defineComponent(
      () => () => h('main', [h('h1', { tabindex: -1 }, 'Sides'), side('idle', 'Theirs'), side('active', 'Mine')]),
    )
    router.addRoute({ path: '/sides', name: 'sides', component: sides })

    await router.push('/sides')

    await vi.waitFor(() => expect(focused()).toBe('Mine'))
  })

  it('goes to the heading of another section', async () => {
    const { router } = await mountPages()

    await router.push('/u/alice/items')

    await vi.waitFor(() => expect(focused()).toBe('Items'))
  })

  it('stays where it is inside of a section', async () => {
    const { router } = await mountPages()
    await router.push('/u/alice/items')
    await framesPass()
    const elsewhere = document.createElement('button')
    document.body.append(elsewhere)
    elsewhere.focus()
    await router.push('/u/alice/items/i1')
    await framesPass()

    expect(document.activeElement).toBe(elsewhere)
  })

  it('leaves a field alone that asked for it', async () => {
    const { router } = await mountPages()
    const field = document.createElement('input')
    document.body.append(field)

    await router.push('/u/alice/items')
    field.focus()
    await framesPass()

    expect(document.activeElement).toBe(field)
  })

  it('goes to the heading again, when the page of a locked user gives way to the page itself', async () => {
    await mountPages()
    useWorkbenchStore().setUsers([aUser('alice', { state: 'locked' })])
    await vi.waitFor(() => expect(focused()).toBe('Home'))
    document.querySelector('button')?.focus()

    useWorkbenchStore().setUsers([aUser('alice')])

    await vi.waitFor(() => expect(focused()).toBe('Home'))
  })
})
