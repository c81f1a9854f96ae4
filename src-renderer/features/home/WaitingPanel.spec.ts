// Proves docs/contract/window.md, Home.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { useRouter } from 'vue-router'
import { text } from '../../i18n/i18n.ts'
import { answer, arrive, aStatus, aUser, push, resetBridge } from '../../session/testing/fake-bridge.ts'
import type { Event } from '../../../shared/contract/events.ts'
import { fakeCalls } from '../../session/testing/fake-calls.ts'
import { anEvent } from '../../feed/testing/an-event.ts'
import { startWorkbench } from '../../session/use-workbench.ts'
import { byRole, mountUi, settle } from '../../ui/testing/mount-ui.ts'
import WaitingPanel from './WaitingPanel.vue'

let requested: readonly { readonly id: string; readonly created_at: string }[] = []
let events: readonly Event[] = []
let requests: readonly { readonly id: string }[] = []
const verifier = fakeCalls('subscription', 'verifier')

const component = { render: () => null }
const paging = { next_page_after: null, meta: [] }
const shown = (): string => document.querySelector('#app')?.textContent ?? ''

beforeEach(() => {
  resetBridge()
  requested = []
  events = []
  requests = []
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('dana')] }))
  answer('shareRows', () => ({ waiting: 0, rows: [], total: 0 }))
  answer('taskRows', () => ({ rows: [], counts: { todo: 0, failed: 0 }, open: 0 }))
  answer('operatorGet', () => ({ operator: { state: 'open', remembered: false } }))
  answer('forward as operator', ({ body }) => {
    const isServices = (body as { operation: string }).operation.endsWith('ServicesGet')
    const found = isServices ? { services: [] } : { organizations: requested }
    return { ok: true, status: 200, body: { ...found, ...paging } }
  })
  verifier.start()
  verifier.answerTo('listVerifierRequests', () => ({ requests, next_page_after: null, meta: [] }))
  answer('forward as user', () => ({ ok: true, status: 200, body: { events, ...paging } }))
})

async function mountPanel(): Promise<void> {
  mountUi(
    () => h(WaitingPanel, { actor: 'dana' }),
    () => {
      for (const name of ['operator', 'organizations', 'sharing', 'tasks', 'wallet'])
        useRouter().addRoute({ name, path: `/${name}`, component })
    },
  )
  await startWorkbench()
  await arrive()
  await settle()
}

describe('what waits', () => {
  it('counts requests for whoever has the console open, and follows them', async () => {
    requested = [{ id: 'o1', created_at: '2026-11-20T09:00:00.000Z' }]
    await mountPanel()
    expect(shown()).toContain('1 request for the operator to review.')
    expect(byRole('link', text('home.waiting.openReviews'))).toBeTruthy()

    requested = []
    push({ type: 'operator', part: 'queue' })
    await vi.waitFor(() => expect(shown()).toContain(text('home.waiting.none')))
  })

  it('counts things and not lines, as the rail does', async () => {
    answer('shareRows', () => ({ waiting: 2, rows: [], total: 2 }))
    answer('taskRows', () => ({ rows: [], counts: { todo: 1, failed: 1 }, open: 2 }))
    await mountPanel()

    await vi.waitFor(() => expect(document.querySelector('header')?.textContent).toBe('Waiting4'))
  })

  it('counts links of verifiers for somebody who has a wallet, and follows them', async () => {
    requests = [{ id: 'r1' }, { id: 'r2' }]
    await mountPanel()
    await vi.waitFor(() => expect(shown()).toContain('2 verifier requests to answer.'))
    expect(byRole('link', text('home.waiting.openWallet')).getAttribute('href')).toBe('/wallet')

    requests = []
    push({ type: 'verifier-request', request_id: 'r1' })
    await vi.waitFor(() => expect(shown()).toContain(text('home.waiting.none')))
  })

  it('counts no link for an organization, which has no wallet', async () => {
    requests = [{ id: 'r1' }]
    const agent = { kind: 'organization' as const, through_user_id: 'alice', through_name: 'Alice' }
    answer('usersGet', () => ({ users: [aUser('dana', { agent: agent as never })] }))
    await mountPanel()
    await vi.waitFor(() => expect(verifier.calls('listVerifierRequests')).not.toHaveLength(0))
    await settle()

    expect(shown()).toContain(text('home.waiting.none'))
  })

  it('counts nothing while the console is closed', async () => {
    requested = [{ id: 'o1', created_at: '2026-11-20T09:00:00.000Z' }]
    answer('operatorGet', () => ({ operator: { state: 'closed', remembered: false } }))
    await mountPanel()

    expect(shown()).toContain(text('home.waiting.none'))
  })

  it('tells a requestor what became of a request, until it was seen', async () => {
    const of = { eventable_type: 'Connection', label: 'Pier Car Hire' } as const
    events = [
      anEvent({ ...of, name: 'organization.rejected', value: { organization_id: 'o1', reason: 'No such company' } }),
      anEvent({ ...of, name: 'organization.requested', value: { organization_id: 'o1' } }),
    ]
    await mountPanel()
    expect(shown()).toContain(text('home.waiting.decided.organization_rejected', { name: 'Pier Car Hire' }))
    expect(shown()).toContain('No such company')

    byRole('button', text('home.waiting.seen', { name: 'Pier Car Hire' })).click()
    await settle()
    expect(shown()).toContain(text('home.waiting.none'))

    await mountPanel()
    expect(shown()).toContain(text('home.waiting.none'))
  })
})
