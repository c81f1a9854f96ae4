// Proves docs/contract/window.md, Delegations.

import { expect, it } from 'vitest'
import type { DelegationRow } from '../../../shared/contract/workbench-delegations.ts'
import { delegationSteps } from './delegation-steps.ts'

const ROW: DelegationRow = {
  id: 'c1',
  kind: 'connection',
  connection_id: 'c1',
  direction: 'granted',
  person: { user_id: 'vault-bob', name: 'Bob', connected: true },
  role: 'reader',
  child: false,
  steps: { claimed: true, shared: false, reencrypted: false },
  next: { step: 'share', mine: true },
  rejected: false,
  active: false,
}

const statesOf = (row: DelegationRow) =>
  delegationSteps(row, { owner: 'Alice', delegate: 'Bob' }).map(({ state }) => state)

it('shows the steps in order, with those that were taken, and says who takes each', () => {
  const steps = delegationSteps(ROW, { owner: 'Alice', delegate: 'Bob' })

  expect(steps.map(({ label, state }) => [label, state])).toEqual([
    ['Created', 'done'],
    ['Accepted and signed', 'done'],
    ['Key shared', 'waiting'],
    ['Key re-encrypted', 'waiting'],
  ])
  expect(steps[2]?.detail).toBe("Alice encrypts their own key for Bob's key.")
})

it('shows a signature that is not the delegate’s at the step that has to be taken again', () => {
  const steps = { claimed: false, shared: false, reencrypted: false }
  const next = { step: 'claim', mine: false } as const

  expect(statesOf({ ...ROW, steps, next })).toEqual(['done', 'waiting', 'waiting', 'waiting'])
  expect(statesOf({ ...ROW, steps, next, rejected: true })).toEqual(['done', 'failed', 'waiting', 'waiting'])
})
