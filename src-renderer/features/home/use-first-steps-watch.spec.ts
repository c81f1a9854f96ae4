// Proves docs/contract/window.md, Home.

import { createPinia, setActivePinia } from 'pinia'
import type { EffectScope } from 'vue'
import { effectScope } from 'vue'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  answer,
  arrive,
  aStatus,
  aUser,
  aWorkspace,
  push,
  refusal,
  resetBridge,
} from '../../session/testing/fake-bridge.ts'
import type { CallSummary } from '../../../shared/contract/workbench.ts'
import { workbenchOperations } from '../../../shared/contract/workbench-operations.ts'
import { call } from '../../api/call.ts'
import { startWorkbench } from '../../session/use-workbench.ts'
import { lockWorkspace, openWorkspace } from '../../session/use-workspaces.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { useFirstSteps } from './first-steps-store.ts'
import { useFirstStepsWatch } from './use-first-steps-watch.ts'

let scope: EffectScope
const done = (): string[] => [...useFirstSteps().done]
const reveal = (): Promise<unknown> =>
  call(workbenchOperations.slotReveal, { params: { user_id: 'alice', item_id: 'i', slot_id: 's' } })
const aCall = (source: CallSummary['source']): CallSummary => ({
  number: 1,
  at: '2026-11-01T08:00:00.000Z',
  source,
  transport: 'http',
  api: 'vault',
  operation: 'vault.versionGet',
  method: 'GET',
  path: '/vault/version',
  status: 200,
  duration_ms: 1,
  user_id: null,
  error: null,
})

beforeEach(async () => {
  setActivePinia(createPinia())
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('slotReveal', () => ({ value: 'x' }))
  answer('workspaceLock', () => aStatus('locked'))
  answer('workspaceOpen', () => aStatus('open'))
  await startWorkbench()
  scope = effectScope()
  scope.run(useFirstStepsWatch)
})
afterEach(() => scope.stop())

describe('first steps', () => {
  it('are ticked when they happen, and for this workspace only', async () => {
    await reveal()
    expect(done()).toEqual(['reveal'])

    useWorkbenchStore().setStatus(aStatus('open', aWorkspace({ id: 'w2' })))
    expect(done()).toEqual([])

    useWorkbenchStore().setStatus(aStatus('open'))
    expect(done()).toEqual(['reveal'])
  })

  it('are not ticked by what was refused', async () => {
    answer('slotReveal', () => {
      throw refusal('user_locked', 423)
    })

    await expect(reveal()).rejects.toThrow()

    expect(done()).toEqual([])
  })

  it('count a call of another program, and none of the window or its client', () => {
    push({ type: 'call', call: aCall('client') })
    push({ type: 'call', call: aCall('window') })
    expect(done()).toEqual([])

    push({ type: 'call', call: aCall('loopback') })

    expect(done()).toEqual(['client'])
  })

  it('count unlocking after locking, not opening alone', async () => {
    await openWorkspace('w1', 'correct horse')
    expect(done()).toEqual([])

    await lockWorkspace()
    expect(done()).toEqual([])
    await openWorkspace('w1', 'correct horse')

    expect(done()).toEqual(['lock'])
  })

  it('count an accepted answer of a wallet, a broken one that was noticed, and one that kept claims back', async () => {
    const tell = async (run: object) => {
      answer('walletRunGet', () => ({ run: { told: [], ...run } }))
      push({ type: 'wallet', user_id: 'alice', run_id: 'r' })
      await arrive()
    }

    await tell({ state: 'choosing', broken: null })
    await tell({ state: 'not_accepted', broken: null })
    await tell({ state: 'accepted', broken: 'expired' })
    expect(done()).toEqual([])
    await tell({ state: 'accepted', broken: null })
    expect(done()).toEqual(['verifier'])
    await tell({ state: 'not_accepted', broken: 'expired' })

    expect(done()).toEqual(['verifier', 'broken'])
    const told = { credential_id: 'c', query_id: 'age', disclosed: ['/ageOver18'], withheld: ['/birthYear'] }
    await tell({ state: 'choosing', broken: null, told: [told] })
    await tell({ state: 'accepted', broken: null, told: [{ ...told, withheld: [] }] })
    expect(done()).toEqual(['verifier', 'broken'])
    await tell({ state: 'accepted', broken: null, told: [told] })

    expect(done()).toEqual(['verifier', 'broken', 'adult'])
  })

  it('do not mind a run that cannot be read', async () => {
    answer('walletRunGet', () => {
      throw refusal('user_locked', 423)
    })

    push({ type: 'wallet', user_id: 'alice', run_id: 'r' })
    await arrive()

    expect(done()).toEqual([])
  })

  it('count a second user as long as there is one', () => {
    const store = useWorkbenchStore()
    store.setUsers([aUser('alice'), aUser('bob')])
    expect(done()).toEqual(['user'])

    store.setUsers([aUser('alice')])

    expect(done()).toEqual([])
  })

  it('stay hidden in the workspace where they were hidden', () => {
    useFirstSteps().setHidden(true)
    expect(useFirstSteps().hidden).toBe(true)

    useWorkbenchStore().setStatus(aStatus('open', aWorkspace({ id: 'w2' })))

    expect(useFirstSteps().hidden).toBe(false)
  })
})
