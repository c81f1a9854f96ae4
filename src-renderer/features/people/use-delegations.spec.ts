// Proves docs/contract/window.md, Delegations.

import { beforeEach, expect, it } from 'vitest'
import type { DelegationRow } from '../../../shared/contract/workbench-delegations.ts'
import { answer, arrive, askedFor, aStatus, aUser, resetBridge } from '../../session/testing/fake-bridge.ts'
import { mountSetupIn } from '../../session/testing/mount-window.ts'
import { useDelegations } from './use-delegations.ts'

const [ALICE, BOB] = [aUser('alice'), aUser('bob')]
const granted: DelegationRow = {
  ...{
    id: 'c-alice',
    kind: 'connection',
    connection_id: 'c-alice',
    direction: 'granted',
    role: 'reader',
    child: false,
  },
  ...{ steps: null, next: { step: 'claim', mine: false }, rejected: false, active: false },
  person: { user_id: BOB.vault_user_id ?? '', name: 'Bob', connected: true },
}
const received: DelegationRow = {
  ...granted,
  ...{ id: 'c-bob', connection_id: 'c-bob', direction: 'received', next: { step: 'claim', mine: true } },
  person: { user_id: ALICE.vault_user_id ?? '', name: 'Alice', connected: true },
}

let rowsOfBob: readonly DelegationRow[]

beforeEach(() => {
  resetBridge()
  rowsOfBob = [received]
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [ALICE, BOB] }))
  answer('delegationRows', ({ params }) => ({
    rows: Reflect.get(Object(params), 'user_id') === 'bob' ? rowsOfBob : [granted],
  }))
  answer('delegationStep', () => ({}))
})

it('takes a step of the other one under the id that it has there', async () => {
  rowsOfBob = [{ ...received, id: 'c-carol', person: { ...received.person, user_id: 'vault-carol' } }, received]
  const { result } = await mountSetupIn([], () => useDelegations('alice'))
  await arrive()

  await result.takeStepOf(BOB, granted, 'claim')

  expect(askedFor('delegationStep')).toMatchObject([{ params: { user_id: 'bob', connection_id: 'c-bob' } }])
})

it('takes none that does not wait there any more', async () => {
  rowsOfBob = [{ ...received, next: null }]
  const { result } = await mountSetupIn([], () => useDelegations('alice'))
  await arrive()

  await result.takeStepOf(BOB, granted, 'claim')

  expect(askedFor('delegationStep')).toEqual([])
})
