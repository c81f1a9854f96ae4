// Proves docs/contract/window.md, Verifier.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { answer, arrive, askedFor, aStatus, push, refusal, resetBridge } from './testing/fake-bridge.ts'
import { mountUi } from '../ui/testing/mount-ui.ts'
import { useOpenRequests } from './use-open-requests.ts'
import { startWorkbench } from './use-workbench.ts'
import { useWorkbenchStore } from './workbench-store.ts'

let waiting = 2

beforeEach(() => {
  resetBridge()
  waiting = 2
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [] }))
  answer('forward as subscription', () => ({
    ok: true,
    status: 200,
    body: { requests: Array.from({ length: waiting }, () => ({})) },
  }))
})

async function start() {
  let count: ReturnType<typeof useOpenRequests> | undefined
  mountUi(
    () => h('p', count?.value),
    () => {
      void startWorkbench()
      count = useOpenRequests()
    },
  )
  await vi.waitFor(() => expect(count?.value).toBe(2))
  return () => count?.value
}

describe('useOpenRequests', () => {
  it('counts those that wait for an answer, and follows them', async () => {
    const count = await start()
    expect(askedFor('forward as subscription')[0]?.body).toMatchObject({ query: { state: 'waiting,fetched' } })

    waiting = 1
    push({ type: 'verifier-request', request_id: 'r1' })
    await vi.waitFor(() => expect(count()).toBe(1))
  })

  it('counts again after a break, in which events may have been missed', async () => {
    const count = await start()
    waiting = 5
    useWorkbenchStore().setConnected(false)
    await arrive()
    expect(count()).toBe(2)

    useWorkbenchStore().setConnected(true)
    await vi.waitFor(() => expect(count()).toBe(5))
  })

  it('is nothing while the workspace is locked, and asks nobody', async () => {
    const count = await start()
    const asked = askedFor('forward as subscription').length

    push({ type: 'status', status: aStatus('locked') })
    push({ type: 'verifier-request', request_id: 'r1' })
    await vi.waitFor(() => expect(count()).toBe(0))
    expect(askedFor('forward as subscription')).toHaveLength(asked)
  })

  it('keeps its number when the verifier refuses to tell', async () => {
    const count = await start()
    answer('forward as subscription', () => {
      throw refusal('workspace_locked', 423)
    })

    push({ type: 'verifier-request', request_id: 'r1' })
    await vi.waitFor(() => expect(askedFor('forward as subscription').length).toBeGreaterThan(1))
    await arrive()
    expect(count()).toBe(2)
  })
})
