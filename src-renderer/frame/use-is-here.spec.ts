// Proves docs/contract/window.md, Everywhere.

import { beforeEach, expect, it, vi } from 'vitest'
import { defineComponent } from 'vue'
import { answer, aStatus, resetBridge } from '../session/testing/fake-bridge.ts'
import { emptyRoute, mountAddress } from '../session/testing/mount-window.ts'
import { useIsHere } from './use-is-here.ts'

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('none'))
  answer('usersGet', () => ({ users: [] }))
})

/** A page at `/u/:actor/page/:id?`, and one that takes as long as its chunk. */
async function openPage() {
  const onStayed = vi.fn()
  let isHere = (): boolean => false
  let arrive: (() => void) | undefined
  const component = defineComponent(() => {
    isHere = useIsHere({ onStayed })
    return () => null
  })
  const slow = emptyRoute('slow', '/slow')
  const { router } = await mountAddress(
    [{ path: '/u/:actor/page/:id?', name: 'page', component }, emptyRoute('other', '/other'), slow],
    '/u/alice/page',
  )
  const waiting = new Promise<void>((told) => {
    router.beforeResolve(async ({ name }) => {
      if (name !== 'slow') return
      told()
      await new Promise<void>((resolve) => (arrive = resolve))
    })
  })
  await vi.waitFor(() => expect(isHere()).toBe(true))
  return { router, onStayed, isHere: () => isHere(), arrive: () => arrive?.(), waits: () => waiting }
}

it('is so while the page of the actor is shown, whatever is open in it', async () => {
  const { router, isHere } = await openPage()

  await router.push('/u/alice/page/1?sort=name')
  expect(isHere()).toBe(true)
  await router.push('/other')
  expect(isHere()).toBe(false)
})

it('is not so any more from the click on a link on, though the page is still shown', async () => {
  const { router, isHere, onStayed, arrive, waits } = await openPage()

  const way = router.push('/slow')
  await waits()
  expect(isHere()).toBe(false)
  expect(router.currentRoute.value.name).toBe('page')
  arrive()
  await way
  expect(router.currentRoute.value.name).toBe('slow')
  expect([isHere(), onStayed.mock.calls.length]).toEqual([false, 0])
})

it('is so again where the other page was refused, and says so', async () => {
  const { router, isHere, onStayed } = await openPage()

  router.beforeEach(({ name }) => name !== 'other')
  await router.push('/other')
  expect([isHere(), onStayed.mock.calls.length]).toEqual([true, 1])
})
