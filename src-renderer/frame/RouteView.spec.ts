import { describe, expect, it, onTestFinished } from 'vitest'
import { mount } from '@vue/test-utils'
import { defineComponent, h } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import RouteView from './RouteView.vue'

/** Shows pages that say which of them they are: the how manieth that was made. */
async function openPages() {
  let made = 0
  const page = defineComponent(() => {
    made += 1
    const number = made
    return () => h('p', `page ${number}`)
  })
  const routes = [
    { path: '/u/:actor/items/:id?', component: page },
    { path: '/u/:actor/events', component: page, meta: { keyedBy: ['item'] } },
  ]
  const router = createRouter({ history: createMemoryHistory(), routes })
  await router.push('/u/alice/items')
  const wrapper = mount(RouteView, { global: { plugins: [router] } })
  onTestFinished(() => wrapper.unmount())
  return { shownAt: async (address: string) => (await router.push(address), wrapper.text()) }
}

describe('RouteView', () => {
  it('keeps a page while its actor stays', async () => {
    const { shownAt } = await openPages()

    expect(await shownAt('/u/alice/items/1?item=1')).toBe('page 1')
  })

  it('makes another page for another actor', async () => {
    const { shownAt } = await openPages()

    expect(await shownAt('/u/bob/items')).toBe('page 2')
  })

  it('makes another page where the query that its route names changes', async () => {
    const { shownAt } = await openPages()
    await shownAt('/u/alice/events?item=1')

    expect(await shownAt('/u/alice/events?item=1&person=2')).toBe('page 2')
    expect(await shownAt('/u/alice/events?item=2')).toBe('page 3')
  })
})
