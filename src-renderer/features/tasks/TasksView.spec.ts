// Proves docs/contract/window.md, Client tasks, Everywhere: lists.

import { beforeEach, expect, it, vi } from 'vitest'
import { answer, aStatus, aUser, resetBridge } from '../../session/testing/fake-bridge.ts'
import { emptyRoute, mountAddress } from '../../session/testing/mount-window.ts'
import routes from './routes.ts'

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  const counts = { todo: 2, in_progress: 0, failed: 0, done: 3 }
  const state = { running: false, cancelling: false, run_tasks_automatically: false }
  answer('taskRows', () => ({ rows: [], matching: 0, counts, recent: [], ...state }))
})

it('says how many of all tasks are listed', async () => {
  await mountAddress([...routes, emptyRoute('items', '/u/:actor/items/:id?/:mode?')], '/u/alice/tasks?state=failed')

  await vi.waitFor(() =>
    expect(document.querySelector('h1')?.parentElement?.textContent).toContain('Alice · 0 of 5 tasks'),
  )
})
