// Proves docs/contract/window.md, Acting for others.

import { beforeEach, expect, it, vi } from 'vitest'
import { text } from '../../i18n/i18n.ts'
import { answer, askedFor, aStatus, aUser, resetBridge } from '../../session/testing/fake-bridge.ts'
import { mountAddress } from '../../session/testing/mount-window.ts'
import { byRole } from '../../ui/testing/mount-ui.ts'
import ShareLog from './ShareLog.vue'

const THROUGH = {
  through_user_id: 'bob',
  through_name: 'Bob',
  connection_id: 'c',
  role: 'reader',
  child: false,
} as const
const PAIR = { originalId: 'i1', label: 'Passport', ids: { alice: 'i1', bob: 'i2' } }

let tasksOf: Readonly<Record<string, readonly string[]>> = {}

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('bob'), aUser('alice', { delegation: THROUGH })] }))
  answer('callsGet', () => ({ calls: [] }))
  answer('taskRows', ({ params }) => ({
    rows: (tasksOf[(params as { user_id: string }).user_id] ?? []).map((id) => ({ id, state: 'todo' })),
  }))
  answer('taskRun', () => ({ done: 1, failed: 0, postponed: 0 }))
  answer('forward as user', () => ({ ok: true, status: 200, body: { events: [], next_page_after: null, meta: [] } }))
})

async function shownRun(): Promise<HTMLElement> {
  const props = { pair: PAIR, actors: ['alice', 'bob'] }
  await mountAddress([{ path: '/log', component: ShareLog, props }], '/log')
  return await vi.waitFor(() => byRole('button', text('sideBySide.log.run')))
}

it('greys out tasks that wait for an account one may only look at', async () => {
  tasksOf = { alice: ['t1'] }

  expect((await shownRun()).getAttribute('aria-description')).toBe(text('app.actingFor.whyNot.reader'))
})

it('runs those of the other side where one side may not', async () => {
  tasksOf = { alice: ['t1'], bob: ['t2'] }
  const run = await shownRun()

  run.click()

  await vi.waitFor(() => expect(run.getAttribute('aria-busy')).toBeNull())
  expect(askedFor('taskRun')).toMatchObject([{ params: { user_id: 'bob' }, body: { task_ids: ['t2'] } }])
})
