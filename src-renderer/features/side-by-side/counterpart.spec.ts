// Proves docs/contract/window.md, Side by side.

import { beforeEach, expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { ForwardRequest } from '../../../shared/contract/workbench-forward.ts'
import { router } from '../../router.ts'
import { answer, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { findPageBeside } from './counterpart.ts'

const window = createRouter({ history: createMemoryHistory(), routes: router.options.routes })
/** What Bob finds, by operation. */
const found = new Map<string, () => unknown>()

beforeEach(() => {
  resetBridge()
  found.clear()
  answer('forward as user', ({ body }) => {
    const { operation } = body as ForwardRequest // what is forwarded names it
    const give = found.get(operation.replace(/^vault\./, ''))
    if (give === undefined) throw refusal('not_found', 404)
    return { ok: true, status: 200, body: give() }
  })
})

async function pageOf(path: string): Promise<string> {
  return window.resolve(await findPageBeside(window.resolve(`/u/alice/${path}`), 'bob')).path.slice('/u/bob/'.length)
}

it.each([
  ['events/e1', 'events'],
  ['files/folders/f1', 'files/folders'],
  ['access/sessions/s1', 'access/sessions'],
  ['people/invitations/i1', 'people/invitations'],
  ['wallet/credentials/c1', 'wallet/credentials'],
  ['sharing/outgoing/s1', 'sharing/outgoing'],
  ['sharing/graph', 'sharing/graph'],
  ['organizations/o1/members', 'organizations'],
  ['items/new', 'items'],
  ['tasks', 'tasks'],
])('of what only the first one has, %s, the other one is shown %s', async (path, beside) => {
  expect(await pageOf(path)).toBe(beside)
})

it.each([
  ['accepted', 'sharing/incoming/s1'],
  ['acceptance_required', 'sharing/waiting/s1'],
])('a sent share that is %s is shown to its recipient at %s', async (acceptance_required, beside) => {
  found.set('incomingSharesIdGet', () => ({ share: { acceptance_required } }))
  expect(await pageOf('sharing/outgoing/s1')).toBe(beside)
})

it('a received share is shown to its sender among the sent ones', async () => {
  found.set('outgoingSharesIdGet', () => ({ share: {} }))
  expect(await pageOf('sharing/incoming/s1')).toBe('sharing/outgoing/s1')
})

it('an organization that both see stays open', async () => {
  found.set('organizationsIdGet', () => ({ organization: {} }))
  expect(await pageOf('organizations/o1/members')).toBe('organizations/o1/members')
})

it('somebody who is locked is shown the list', async () => {
  found.set('incomingSharesIdGet', () => {
    throw refusal('user_locked', 409)
  })
  expect(await pageOf('sharing/outgoing/s1')).toBe('sharing/outgoing')
})
