// Proves docs/contract/window.md, Verifier.

import { beforeEach, expect, it, vi } from 'vitest'
import { answer, askedFor, aStatus, push, resetBridge } from '../../session/testing/fake-bridge.ts'
import { mountSetupIn } from '../../session/testing/mount-window.ts'
import { useScenarioRecords } from './use-scenario-records.ts'

let requests: readonly unknown[]

beforeEach(() => {
  resetBridge()
  requests = [{}, {}, {}]
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [] }))
  answer('forward as subscription', () => ({ ok: true, status: 200, body: { requests } }))
})

it('counts the requests that scenarios left behind, and again after each change', async () => {
  const { result } = await mountSetupIn([], useScenarioRecords)
  await vi.waitFor(() => expect(result.requests.value).toBe(3))
  expect(askedFor('forward as subscription').at(-1)?.body).toMatchObject({ query: { made_by: 'scenarios' } })

  requests = []
  push({ type: 'verifier-request', request_id: 'r1' })

  await vi.waitFor(() => expect(result.requests.value).toBe(0))
})
