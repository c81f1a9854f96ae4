// Proves docs/contract/window.md, Delegations.

import { expect, it } from 'vitest'
import type { DelegationRow } from '../../../shared/contract/workbench-delegations.ts'
import { text } from '../../i18n/i18n.ts'
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
    [text('people.delegation.step.created'), 'done'],
    [text('people.delegation.step.claimed'), 'done'],
    [text('people.delegation.step.shared'), 'waiting'],
    [text('people.delegation.step.reencrypted'), 'waiting'],
  ])
  expect(steps[2]?.detail).toBe(text('people.delegation.stepText.shared', { owner: 'Alice', delegate: 'Bob' }))
})

it('shows a signature that is not the delegate’s at the step that has to be taken again', () => {
  const steps = { claimed: false, shared: false, reencrypted: false }
  const next = { step: 'claim', mine: false } as const

  expect(statesOf({ ...ROW, steps, next })).toEqual(['done', 'waiting', 'waiting', 'waiting'])
  expect(statesOf({ ...ROW, steps, next, rejected: true })).toEqual(['done', 'failed', 'waiting', 'waiting'])
})
