// Proves docs/contract/window.md, What is stale.

import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it, vi } from 'vitest'
import { h } from 'vue'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import { i18n } from '../i18n/i18n.ts'
import { answer, askedFor, aStatus, aUser, push, resetBridge } from '../session/testing/fake-bridge.ts'
import { mountSetupIn } from '../session/testing/mount-window.ts'
import ShareStateBadge from './ShareStateBadge.vue'
import { useAwaited } from './use-awaited.ts'

const WAITS = { item_id: 'copy', slot_ids: ['slot'], new_slots: 0, state: 'todo' }

beforeEach(() => {
  setActivePinia(createPinia())
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice'), aUser('bob')] }))
  answer('awaitedCopies', () => ({ copies: [] }))
})

function change(name: string, vault_user_id = 'vault-alice'): WorkbenchEvent {
  const of = { eventable_type: 'Item', eventable_id: 'original', item_id: 'original', share_id: null }
  return { type: 'change', vault_user_id, name, ...of }
}

async function mountAwaited() {
  const { result } = await mountSetupIn([], () => useAwaited('bob'))
  await vi.waitFor(() => expect(askedFor('awaitedCopies')).toHaveLength(1))
  return result
}

it('follows what owners change and send, whoever they are, and nothing else', async () => {
  const { awaited, arrivalOf } = await mountAwaited()
  answer('awaitedCopies', () => ({ copies: [WAITS] }))
  push(change('task.created'))
  await vi.waitFor(() => expect(awaited.value.get('copy')).toEqual(WAITS))
  expect(arrivalOf('copy')).toEqual({ of: 'copy', is: 'true', quiet: true })

  answer('awaitedCopies', () => ({ copies: [] }))
  push(change('task.done'))
  await vi.waitFor(() => expect(awaited.value.size).toBe(0))
  expect(arrivalOf('copy')).toEqual({ of: 'copy', is: 'false', quiet: false })

  push(change('connection.created'))
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(askedFor('awaitedCopies')).toHaveLength(3)
})

it('a share past its end is never said to be in force', () => {
  const badge = (expiresAt: string | null) =>
    mount(() => h(ShareStateBadge, { state: 'accepted', expiresAt }), { global: { plugins: [i18n] } }).text()
  expect(badge(null)).toBe('Accepted')
  expect(badge('2999-01-01T00:00:00.000Z')).toBe('Accepted')
  expect(badge('2020-01-01T00:00:00.000Z')).toBe('Expired')
})
