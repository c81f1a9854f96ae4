// Proves docs/contract/window.md, Client tasks.

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
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { effectScope, ref } from 'vue'
import type { TaskRow, TaskState } from '../../../shared/contract/workbench-tasks.ts'
import { useTaskActivity } from '../../session/task-activity.ts'
import { startWorkbench } from '../../session/use-workbench.ts'
import type { TaskFilter } from './use-tasks.ts'
import { useTasks } from './use-tasks.ts'

let stored: TaskRow[]

function task(id: string, state: TaskState, more: Partial<TaskRow> = {}): TaskRow {
  const report = { tries: 0, step: null, reason: null, code: null, shares: null, values: null }
  return {
    id,
    state,
    work_type: 'update_item_shares',
    target_id: 'item',
    target_label: 'Passport',
    target_kind: 'item',
    runnable: true,
    report,
    created_at: '2026-11-20T08:00:00.000Z',
    last_state_transition_at: null,
    ...more,
  }
}

function taskRows({ query }: { query?: unknown }) {
  const { state, limit, offset } = query as { state: string; limit: number; offset: number }
  const wanted = state.split(',')
  const matching = stored.filter((one) => wanted.includes(one.state))
  const rows = matching.slice(offset, offset + limit)
  const count = (one: TaskState) => stored.filter((task) => task.state === one).length
  const counts = {
    todo: count('todo'),
    in_progress: count('in_progress'),
    failed: count('failed'),
    done: count('done'),
  }
  return { rows, matching: matching.length, counts, running: false, cancelling: false, run_tasks_automatically: false }
}

beforeEach(() => {
  resetBridge()
  stored = [task('3', 'todo'), task('2', 'failed'), task('1', 'done')]
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('taskRows', taskRows)
})

async function mountTasks(filter: TaskFilter = 'open') {
  setActivePinia(createPinia())
  await startWorkbench()
  const chosen = ref(filter)
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const tasks = scope.run(() => useTasks('alice', () => chosen.value))
  if (tasks === undefined) throw new Error('no scope')
  await arrive()
  const shown = () => tasks.value.value?.rows.map(({ id, state }) => `${id} ${state}`)
  return { tasks, chosen, shown }
}

function pushRun(task_id: string, state: TaskState, done = 0): void {
  push({ type: 'task-run', user_id: 'alice', task_id, done, of: 4, state })
}

describe('useTasks', () => {
  it('lists what is not done, and says what was done last', async () => {
    const { tasks, shown } = await mountTasks()
    expect(shown()).toEqual(['3 todo', '2 failed'])
    expect(tasks.value.value?.recent.map(({ id }) => id)).toEqual(['1'])
  })

  it('reads every task that passes the filter for a file, also beyond the first 500', async () => {
    stored = Array.from({ length: 1203 }, (_, index) => task(`${index}`, index % 2 === 0 ? 'failed' : 'done'))
    const { tasks } = await mountTasks('failed')
    const read: number[] = []

    const all = await tasks.readAll({ onRead: (count) => read.push(count), isCancelled: () => false })

    expect(tasks.value.value?.rows).toHaveLength(500)
    expect(new Set(all?.map(({ id }) => id)).size).toBe(602)
    expect(read).toEqual([500, 602])
  })

  it('keeps a task that gets done in sight until another filter is chosen', async () => {
    const { tasks, shown, chosen } = await mountTasks()
    answer('taskRun', () => {
      stored = [task('3', 'done'), task('2', 'failed'), task('1', 'done')]
      return { done: 1, failed: 0, left: 0 }
    })
    expect(await tasks.run(null, 50)).toEqual({ done: 1, failed: 0, left: 0 })
    await arrive()
    expect(shown()).toEqual(['3 done', '2 failed'])
    chosen.value = 'failed'
    await arrive()
    chosen.value = 'open'
    await arrive()
    expect(shown()).toEqual(['2 failed'])
  })

  it('runs a batch by its limit, or tasks by their ids', async () => {
    const { tasks } = await mountTasks()
    answer('taskRun', () => ({ done: 1, failed: 0, left: 0 }))
    await tasks.run(null, 50)
    await tasks.run(['2'])
    expect(askedFor('taskRun').map(({ body }) => body)).toEqual([
      { task_ids: null, limit: 50 },
      { task_ids: ['2'], limit: 500 },
    ])
  })

  it('shows why a run was refused', async () => {
    const { tasks } = await mountTasks()
    answer('taskRun', () => {
      throw refusal('task_run_active', 409, 'Tasks of this user are already running.')
    })
    expect(await tasks.run(null)).toBeUndefined()
    expect(tasks.runFailure.value?.message).toBe('Tasks of this user are already running.')
    expect(tasks.running.value).toBe(false)
  })

  it('marks tasks only when asked to list as other clients do', async () => {
    const { tasks } = await mountTasks()
    answer('forward as user', () => ({ ok: true, status: 200, body: { client_tasks: [{}, {}] } }))
    expect(askedFor('forward as user')).toEqual([])
    expect(await tasks.listAndMark(20)).toBe(2)
    expect(askedFor('forward as user')[0]?.body).toMatchObject({
      query: { state: 'todo', change_state: true, per_page: 20 },
    })
  })

  it('gives what was put back its former state, but not what was begun meanwhile', async () => {
    const { tasks } = await mountTasks()
    const before = [task('3', 'in_progress'), task('2', 'failed'), task('1', 'in_progress'), task('0', 'todo')]
    stored = [task('3', 'todo'), task('2', 'todo'), task('1', 'done'), task('0', 'todo')]
    answer('forward as user', () => ({ ok: true, status: 200, body: { client_tasks: [] } }))

    await tasks.takeBack(before)
    stored = [task('3', 'done')]
    await tasks.takeBack(before)

    expect(askedFor('forward as user').map(({ body }) => body)).toMatchObject([
      {
        operation: 'vault.clientTaskQueuePut',
        body: {
          client_tasks: [
            { id: '3', state: 'in_progress' },
            { id: '2', state: 'failed' },
          ],
        },
      },
    ])
  })

  it('drops everything when the user is locked', async () => {
    const { tasks } = await mountTasks()
    pushRun('3', 'in_progress', 1)
    push({ type: 'users', users: [aUser('alice', { state: 'locked' })] })
    expect(tasks.value.value).toBeUndefined()
    expect(useTaskActivity().tasks).toEqual([])
  })
})

describe('task activity', () => {
  it('tells how far a task is until it has ended', async () => {
    await mountTasks()
    const activity = useTaskActivity()
    pushRun('3', 'in_progress', 2)
    expect(activity.byTask.get('3')).toMatchObject({ done: 2, of: 4 })
    pushRun('3', 'failed', 2)
    expect(activity.tasks).toEqual([])
  })

  it('forgets a run that a list says is over', async () => {
    const { tasks } = await mountTasks()
    pushRun('3', 'in_progress', 2)
    void tasks.read()
    await vi.waitFor(() => expect(useTaskActivity().tasks).toEqual([]))
  })
})
