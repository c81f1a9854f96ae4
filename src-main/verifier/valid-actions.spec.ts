// Proves docs/contract/exchange.md, After a valid answer.

import { expect, it } from 'vitest'
import { CallError } from '../../shared/contract/caller.ts'
import type { Verification } from '../../shared/contract/presentations.ts'
import { createValidActions } from './valid-actions.ts'
import type { StoredRequest } from './verifier-request-store.ts'

// Only what this part reads of them.
const VERIFICATION = { descriptors: [], credentials: [] } as unknown as Verification
const REQUEST = { id: 'r1', name: null, on_valid: { kind: 'store_item', user_id: 'u1' } } as unknown as StoredRequest

async function endOf(fault: Error) {
  const ends: unknown[] = []
  const faults: unknown[] = []
  const actions = createValidActions({
    requests: { find: () => REQUEST, unfinishedActions: () => [] },
    book: { acted: (_, end) => void ends.push(end) },
    callWebhook: () => Promise.reject(fault),
    storeItem: () => Promise.reject(fault),
    change: (write) => {
      write()
    },
    clock: { nowMs: () => 0 },
    log: { error: (_, cause) => faults.push(cause) },
  })
  actions.begin({ request: REQUEST, sent: {}, verification: VERIFICATION })
  await actions.settled()
  return { ends, faults }
}

it('an action › that the vault refuses ends with what the vault said', async () => {
  const { ends, faults } = await endOf(new CallError('vault.itemsPost', 400, []))

  expect(ends).toEqual([{ at: '1970-01-01T00:00:00.000Z', done: false, message: 'vault.itemsPost answered 400' }])
  expect(faults).toEqual([])
})

it('an action › that ends with a fault of ours says nothing of it to anybody but the log', async () => {
  const fault = new Error('category B of somebody')
  const { ends, faults } = await endOf(fault)

  expect(ends).toMatchObject([{ done: false, message: 'it failed' }])
  expect(faults).toEqual([fault])
})
