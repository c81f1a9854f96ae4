// Proves docs/contract/window.md, Everywhere.

import { describe, expect, it } from 'vitest'
import type { RouteLocationNormalized } from 'vue-router'
import { createMemoryHistory, createRouter } from 'vue-router'
import { linkTo, routeTo } from './places.ts'

const nothing = () => Promise.resolve({ render: () => null })
const routes = [
  routeTo('access', nothing, { title: 'access.title', tab: 'sessions' }),
  routeTo('sharing', nothing, { title: 'sharing.title', query: ['item'] }),
  routeTo('inspector', nothing, { title: 'frame.inspector', props: ({ number }) => ({ number: Number(number) }) }),
  { path: '/:address(.*)*', name: 'unknown', component: nothing },
]
const router = createRouter({ history: createMemoryHistory(), routes })

/** What the page at an address is given. */
function propsAt(address: string): unknown {
  const at = router.resolve(address)
  const props = at.matched[0]?.props['default']
  return typeof props === 'function' ? props(at as RouteLocationNormalized) : props
}

describe('a place', () => {
  it('is the address of its page', () => {
    expect(router.resolve(linkTo('access', { actor: 'alice', tab: 'keys', id: 'a/b' })).path).toBe(
      '/u/alice/access/keys/a%2Fb',
    )
    expect(router.resolve(linkTo('sharing', { actor: 'alice' }, { item: 'van' })).fullPath).toBe(
      '/u/alice/sharing?item=van',
    )
  })

  it('names nothing that is not given, whatever was open before', async () => {
    await router.push('/u/alice/access/keys/one')

    expect(linkTo('access', { actor: 'alice' })).toEqual({
      name: 'access',
      params: { actor: 'alice', tab: null, id: null },
    })
    expect(router.resolve(linkTo('access', { actor: 'alice' })).path).toBe('/u/alice/access')
  })

  it('takes only words and names that its address has', () => {
    // @ts-expect-error -- the address has no such tab
    expect(linkTo('access', { actor: 'alice', tab: 'passkeys' }).params).toMatchObject({ tab: 'passkeys' })
    // @ts-expect-error -- whose page it is must be said
    expect(linkTo('access', {}).params).toMatchObject({ actor: null })
    // @ts-expect-error -- an address of the inspector says a number and no id
    expect(linkTo('inspector', { id: '7' })).toEqual({ name: 'inspector', params: { number: null } })
  })
})

describe('a route', () => {
  it('gives its page what the address says', () => {
    expect(propsAt('/u/alice/access/keys/one')).toEqual({ actor: 'alice', tab: 'keys', id: 'one' })
    expect(propsAt('/u/alice/sharing?item=van&other=1')).toEqual({
      actor: 'alice',
      tab: undefined,
      share: undefined,
      item: 'van',
    })
  })

  it('gives the first tab where the address names none', () => {
    expect(propsAt('/u/alice/access')).toEqual({ actor: 'alice', tab: 'sessions', id: undefined })
  })

  it('gives a page of its own words those', () => {
    expect(propsAt('/inspector/12')).toEqual({ number: 12 })
  })

  it('finds nothing at a tab that there is not', () => {
    expect(router.resolve('/u/alice/access/passkeys/one').name).toBe('unknown')
  })

  it('has a title for the page', () => {
    expect(router.resolve('/u/alice/access').meta).toEqual({ title: 'access.title' })
  })
})
