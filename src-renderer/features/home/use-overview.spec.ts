// Proves docs/contract/window.md, Home.

import { createPinia, setActivePinia } from 'pinia'
import type { EffectScope } from 'vue'
import { effectScope } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  answer,
  arrive,
  askedFor,
  aStatus,
  aUser,
  push,
  refusal,
  resetBridge,
} from '../../session/testing/fake-bridge.ts'
import { startWorkbench } from '../../session/use-workbench.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { useOverview } from './use-overview.ts'

let scope: EffectScope
const change = (vault_user_id: string) =>
  ({
    type: 'change',
    vault_user_id,
    name: 'item.created',
    eventable_type: 'Item',
    eventable_id: 'i',
    item_id: 'i',
    share_id: null,
  }) as const

function open() {
  scope = effectScope()
  const overview = scope.run(() => useOverview('alice'))
  if (overview === undefined) throw new Error('no scope')
  return overview
}

beforeEach(async () => {
  setActivePinia(createPinia())
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice'), aUser('bob')] }))
  answer('itemRows', ({ query }) => ({
    rows: [],
    total: 7,
    matching: JSON.stringify(query).includes('own') ? 4 : 7,
    nodes: [],
    templates: [],
  }))
  answer('forward as user', () => ({
    ok: true,
    status: 200,
    body: {
      classification_schemes: [
        { owned_by_user: true, classification_nodes: [{ id: 'Car' }, { id: 'Home' }] },
        { owned_by_user: false, classification_nodes: [{ id: 'France' }] },
      ],
    },
  }))
  await startWorkbench()
})
afterEach(() => scope.stop())

describe('useOverview', () => {
  it('counts all items, own items and own tags, also those that nothing has', async () => {
    const { overview } = open()
    await arrive()

    expect(overview.value).toEqual({ recent: [], items: 7, ownItems: 4, tags: 2 })
  })

  it('reads again when something of this user changed, once for a burst', async () => {
    open()
    await arrive()
    const before = askedFor('itemRows').length

    push(change('vault-bob'))
    push(change('vault-alice'))
    push(change('vault-alice'))

    await vi.waitFor(() => expect(askedFor('itemRows')).toHaveLength(before + 2))
  })

  it('forgets everything as soon as the user is locked, also what is still on its way', async () => {
    const { overview } = open()
    await arrive()
    const loading = open()
    useWorkbenchStore().setUsers([aUser('alice', { state: 'locked' })])

    expect(overview.value).toBeUndefined()
    await arrive()
    expect(loading.overview.value).toBeUndefined()
  })

  it('says why it could not be read', async () => {
    answer('itemRows', () => {
      throw refusal('internal_error', 500, 'a fault')
    })
    const { failure } = open()
    await arrive()

    expect(failure.value).toMatchObject({ message: 'A fault.' })
  })
})
