// Proves docs/contract/window.md, What is stale.

import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it, vi } from 'vitest'
import { h } from 'vue'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import { i18n, text as message } from '../i18n/i18n.ts'
import { answer, askedFor, aStatus, aUser, push, refusal, resetBridge } from '../session/testing/fake-bridge.ts'
import { mountSetupIn } from '../session/testing/mount-window.ts'
import { useToasts } from '../ui/toasts.ts'
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

const written = (): WorkbenchEvent => ({
  type: 'change',
  vault_user_id: 'vault-bob',
  name: 'share.updated',
  eventable_type: 'Share',
  eventable_id: 'share',
  item_id: 'copy',
  share_id: 'share',
})

/** Bob's copy waits. */
async function mountWaiting() {
  answer('awaitedCopies', () => ({ copies: [WAITS] }))
  const mounted = await mountAwaited()
  await vi.waitFor(() => expect(mounted.awaited.value.size).toBe(1))
  return mounted
}

it('follows what owners change and send, whoever they are, and nothing else', async () => {
  const { awaited, arrivalOf } = await mountAwaited()
  answer('awaitedCopies', () => ({ copies: [WAITS] }))
  push(change('task.created'))
  await vi.waitFor(() => expect(awaited.value.get('copy')).toEqual(WAITS))
  const before = arrivalOf('copy')

  answer('awaitedCopies', () => ({ copies: [] }))
  push(written())
  push(change('task.done'))
  await vi.waitFor(() => expect(awaited.value.size).toBe(0))
  expect(arrivalOf('copy')).not.toEqual(before)
  expect(arrivalOf('copy').of).toBe(before.of)

  push(change('connection.created'))
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(askedFor('awaitedCopies')).toHaveLength(3)
})

it('of a copy that waits no more because its owner signed out nothing is said to have come', async () => {
  const { awaited, arrivalOf } = await mountWaiting()
  const before = arrivalOf('copy')

  answer('awaitedCopies', () => ({ copies: [] }))
  push({ type: 'users', users: [aUser('alice', { state: 'locked' }), aUser('bob')] })
  await vi.waitFor(() => expect(awaited.value.size).toBe(0))

  expect(arrivalOf('copy')).toEqual(before)
})

it('of a copy of which nothing can be read any more nothing is said to have come', async () => {
  const { awaited, arrivalOf } = await mountWaiting()
  const before = arrivalOf('copy')

  answer('awaitedCopies', () => {
    throw refusal('internal', 500)
  })
  push(written())
  await vi.waitFor(() => expect(awaited.value.size).toBe(0))

  expect(arrivalOf('copy')).toEqual(before)
})

it('a row that waits can have it sent, and a message says of what and why it could not be', async () => {
  const { actionsOf } = await mountWaiting()
  answer('awaitedCopyFetch', () => ({ done: 0, failed: 1, left: 0 }))
  expect(actionsOf('other', 'Passport')).toEqual([])

  const [action] = actionsOf('copy', 'Library card')
  await action?.run()

  expect(askedFor('awaitedCopyFetch')[0]?.params).toEqual({ user_id: 'bob', item_id: 'copy' })
  expect(useToasts().toasts.map(({ text }) => text)).toEqual([
    "“Library card” was not updated: It could not be sent. The owner's tasks show why.",
  ])
})

it('a share past its end is never said to be in force', () => {
  const badge = (expiresAt: string | null) =>
    mount(() => h(ShareStateBadge, { state: 'accepted', expiresAt }), { global: { plugins: [i18n] } }).text()
  expect(badge(null)).toBe(message('parts.shareState.accepted'))
  expect(badge('2999-01-01T00:00:00.000Z')).toBe(message('parts.shareState.accepted'))
  expect(badge('2020-01-01T00:00:00.000Z')).toBe(message('parts.shareState.expired'))
})
