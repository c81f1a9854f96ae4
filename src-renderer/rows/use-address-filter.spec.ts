// Proves docs/contract/window.md, Items.

import { beforeEach, expect, it, vi } from 'vitest'
import { defineComponent, nextTick } from 'vue'
import { answer, aStatus, resetBridge } from '../session/testing/fake-bridge.ts'
import { emptyRoute, mountAddress } from '../session/testing/mount-window.ts'
import { useAddressFilter } from './use-address-filter.ts'

const FIRST = { id: 'updated', direction: 'descending' } as const

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('none'))
  answer('usersGet', () => ({ users: [] }))
})

/** The filter of a page that was opened at this address; its dialog has an address of its own. */
async function openAt(address: string) {
  let filter: ReturnType<typeof useAddressFilter> | undefined
  const component = defineComponent(() => {
    filter = useAddressFilter(['tag', 'tree'], FIRST, 'items')
    return () => null
  })
  const page = { path: '/u/:actor/items/:id?', name: 'items', component }
  const dialog = { path: '/u/:actor/new-item', name: 'new-item', component }
  const { router } = await mountAddress([page, dialog, emptyRoute('other', '/other')], address)
  await vi.waitFor(() => expect(filter).toBeDefined())
  if (filter === undefined) throw new Error('the page was not shown')
  const expectAddress = (wanted: string) => vi.waitFor(() => expect(router.currentRoute.value.fullPath).toBe(wanted))
  return { filter, router, expectAddress }
}

it('begins with what the address says, whatever the values look like', async () => {
  const { filter } = await openAt('/u/alice/items?tag=a,b&tag=c%26d%3D%22e%22&tree=country&sort=-name&linked=1')

  expect(filter.chosen.value).toEqual({ tag: ['a,b', 'c&d="e"'], tree: ['country'] })
  expect(filter.sort.value).toEqual({ id: 'name', direction: 'descending' })
})

it('begins as usual where the address says nothing, and leaves it so', async () => {
  const { filter, expectAddress } = await openAt('/u/alice/items?tag=&sort=')

  expect([filter.chosen.value, filter.sort.value]).toEqual([{}, FIRST])
  filter.sort.value = undefined
  await expectAddress('/u/alice/items?tag=&sort=')
})

it('writes choices and order into the address, beside what is not its own, and takes them out again', async () => {
  const { filter, expectAddress } = await openAt('/u/alice/items/i1?linked=1')

  filter.chosen.value = { tag: ['a,b', 'c'] }
  filter.sort.value = { id: 'name', direction: 'ascending' }
  await expectAddress('/u/alice/items/i1?linked=1&tag=a,b&tag=c&sort=name')
  filter.chosen.value = {}
  filter.sort.value = FIRST
  await expectAddress('/u/alice/items/i1?linked=1')
})

it('follows the address: a link to other rows, the list without any, and Back', async () => {
  const { filter, router } = await openAt('/u/alice/items?tag=a')

  await router.push('/u/alice/items?tag=b')
  expect(filter.chosen.value).toEqual({ tag: ['b'] })
  await router.push('/u/alice/items')
  expect(filter.chosen.value).toEqual({})
  router.back()
  await vi.waitFor(() => expect(filter.chosen.value).toEqual({ tag: ['b'] }))
})

it('keeps the list when a row is opened by an address that says nothing of it', async () => {
  const { filter, router, expectAddress } = await openAt('/u/alice/items?tag=a')

  await router.push('/u/alice/items/i1')

  expect(filter.chosen.value).toEqual({ tag: ['a'] })
  await expectAddress('/u/alice/items/i1?tag=a')
})

const LIST = { name: 'items', params: { actor: 'alice', id: null } }

it('keeps what else the address says while a row is opened, until something of it is taken out', async () => {
  const { filter, router } = await openAt('/u/alice/items?linked=1&tag=a')

  await router.push(filter.at({ name: 'items', params: { actor: 'alice', id: 'i1' } }))
  expect(router.currentRoute.value.fullPath).toBe('/u/alice/items/i1?linked=1&tag=a')
  await router.push(filter.at(LIST, { linked: undefined }))

  expect(router.currentRoute.value.fullPath).toBe('/u/alice/items?tag=a')
})

it('comes back to the list it was from a dialog with an address of its own', async () => {
  const { filter, router } = await openAt('/u/alice/items?linked=1&tag=a&sort=-name')

  await router.push('/u/alice/new-item?like=i1')
  await router.push(filter.at(LIST))

  expect(router.currentRoute.value.fullPath).toBe('/u/alice/items?linked=1&tag=a&sort=-name')
})

it('writes into the address of the list also where the page began with its dialog', async () => {
  const { filter, router, expectAddress } = await openAt('/u/alice/new-item?like=i1')

  await router.push(filter.at(LIST))
  filter.chosen.value = { tag: ['a'] }

  await expectAddress('/u/alice/items?tag=a')
})

it('writes nothing into the address of another page or of another user', async () => {
  const { filter, router } = await openAt('/u/alice/items?tag=a')

  await router.push('/u/bob/items')
  filter.chosen.value = { tag: ['b'] }
  await router.push('/other')
  filter.chosen.value = { tag: ['c'] }
  await new Promise((resolve) => setTimeout(resolve))

  expect(router.currentRoute.value.fullPath).toBe('/other')
})

it('does not hold up a way to another page that is still under way', async () => {
  const { filter, router } = await openAt('/u/alice/items')
  const page = defineComponent(() => () => null)
  let show: ((loaded: typeof page) => void) | undefined
  router.addRoute({ path: '/slow', component: () => new Promise<typeof page>((resolve) => (show = resolve)) })

  const way = router.push('/slow')
  await vi.waitFor(() => expect(show).toBeDefined())
  filter.chosen.value = { tag: ['a'] }
  await nextTick()
  show?.(page)

  expect(await way).toBeUndefined()
  expect(router.currentRoute.value.path).toBe('/slow')
})

it('writes what was chosen meanwhile when the way to another page was not gone', async () => {
  const { filter, router, expectAddress } = await openAt('/u/alice/items')
  let refuse: ((stay: false) => void) | undefined
  router.beforeResolve((to) => (to.path === '/other' ? new Promise((resolve) => (refuse = resolve)) : undefined))

  const way = router.push('/other')
  await vi.waitFor(() => expect(refuse).toBeDefined())
  filter.chosen.value = { tag: ['a'] }
  await nextTick()
  refuse?.(false)
  await way

  await expectAddress('/u/alice/items?tag=a')
})
