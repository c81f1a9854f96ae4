// Proves docs/contract/window.md, What is stale, Acting for others.

import { beforeEach, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { text } from '../i18n/i18n.ts'
import { answer, askedFor, aStatus, aUser, refusal, resetBridge } from '../session/testing/fake-bridge.ts'
import { startWorkbench } from '../session/use-workbench.ts'
import { byRole, mountUi } from '../ui/testing/mount-ui.ts'
import AwaitedMark from './AwaitedMark.vue'

const NOT_SENT = text('parts.awaited.failed')
const mountMark = () => mountUi(() => h(AwaitedMark, { actor: 'bob', itemId: 'copy', text: 'Not here yet' })).wrapper

beforeEach(resetBridge)

it('has what the owner changed sent, and says when it could not be', async () => {
  let failed = 0
  answer('awaitedCopyFetch', () => ({ done: 0, failed, postponed: 0 }))
  const mark = mountMark()

  byRole('button', text('parts.awaited.run')).click()
  await vi.waitFor(() => expect(askedFor('awaitedCopyFetch')).toHaveLength(1))
  expect(askedFor('awaitedCopyFetch')[0]?.params).toEqual({ user_id: 'bob', item_id: 'copy' })
  expect(mark.text()).not.toContain(NOT_SENT)

  failed = 1
  await vi.waitFor(() => expect(byRole('button', text('parts.awaited.run')).getAttribute('aria-busy')).not.toBe('true'))
  byRole('button', text('parts.awaited.run')).click()
  await vi.waitFor(() => expect(mark.get('[role=status]').text()).toBe(NOT_SENT))
})

it('says why it was refused', async () => {
  answer('awaitedCopyFetch', () => {
    throw refusal('task_run_active', 409)
  })
  const mark = mountMark()

  byRole('button', text('parts.awaited.run')).click()

  await vi.waitFor(() => expect(mark.find('[role=alert]').exists()).toBe(true))
})

it('is greyed out for somebody who may only look', async () => {
  const through = { through_user_id: 'carol', through_name: 'Carol', connection_id: 'c', child: false }
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('bob', { delegation: { ...through, role: 'reader' } })] }))
  mountMark()
  await startWorkbench()

  const run = (): HTMLElement => byRole('button', text('parts.awaited.run'))
  await vi.waitFor(() => expect(run().getAttribute('aria-description')).toBe(text('app.actingFor.whyNot.reader')))
})
