import { defineStore } from 'pinia'
import { computed, shallowReactive, watch } from 'vue'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import { onWorkbenchEvent } from './use-workbench.ts'
import { useWorkbenchStore } from './workbench-store.ts'

/** A running client task. */
export type RunningTask = Pick<Extract<WorkbenchEvent, { type: 'task-run' }>, 'user_id' | 'task_id' | 'done' | 'of'>

/** The running client tasks of all users, from events of the main process. */
export const useTaskActivity = defineStore('task-activity', () => {
  const store = useWorkbenchStore()
  const byTask = shallowReactive(new Map<string, RunningTask>())

  onWorkbenchEvent((event) => {
    if (event.type !== 'task-run') return
    const { user_id, task_id, done, of, state } = event
    if (state === 'in_progress') byTask.set(task_id, { user_id, task_id, done, of })
    else byTask.delete(task_id)
  })

  /** Drops runs that send no more events, because a lock or a lost connection ended them. */
  function forget(isOver: (task: RunningTask) => boolean): void {
    for (const task of byTask.values()) if (isOver(task)) byTask.delete(task.task_id)
  }
  watch(
    () => store.users,
    () => forget(({ user_id }) => store.usersById.get(user_id)?.state !== 'signed_in'),
    { flush: 'sync' },
  )

  /** Notes that no task of this user is running, as a list of tasks has shown. */
  function settle(userId: string): void {
    forget(({ user_id }) => user_id === userId)
  }

  const tasks = computed(() => [...byTask.values()])
  return { byTask, tasks, settle }
})
