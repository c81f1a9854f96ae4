// Proves docs/contract/window.md, Events, Everywhere: lists.

import { beforeEach, expect, it, vi } from 'vitest'
import type { ForwardRequest } from '../../../shared/contract/workbench-forward.ts'
import { answer, askedFor, aStatus, aUser, resetBridge } from '../../session/testing/fake-bridge.ts'
import { mountAddress } from '../../session/testing/mount-window.ts'
import routes from './routes.ts'

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('connectionRows', () => ({ rows: [], total: 0 }))
  answer('forward as user', () => ({
    ok: true,
    status: 200,
    body: { events: [], next_page_after: null, meta: { pages: 1, total_count: 0, next_page_exists: false } },
  }))
})

const days = () =>
  askedFor('forward as user').flatMap(({ body }) => {
    const { operation, query } = body as ForwardRequest
    return operation === 'vault.eventsGet' ? [query?.['on_date']] : []
  })

it('reads the events of the day that the address names, and of every day without one', async () => {
  const { router } = await mountAddress(routes, '/u/alice/events?day=2026-11-20')
  await vi.waitFor(() => expect(days()).toContain('2026-11-20'))
  expect(days()).not.toContain(undefined)

  await router.push('/u/alice/events')

  await vi.waitFor(() => expect(days().at(-1)).toBeUndefined())
})
