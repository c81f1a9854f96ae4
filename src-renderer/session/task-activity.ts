import { defineStore } from 'pinia'
import { computed, shallowReactive, watch } from 'vue'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import { onWorkbenchEvent } from './use-workbench.ts'
import { useWorkbenchStore } from './workbench-store.ts'

/** A client task that is being run. */
export type RunningTask = Pick<Extract<WorkbenchEvent, { type: 'task-run' }>, 'user_id' | 'task_id' | 'done' | 'of'>

/** The client tasks that run at the moment, of all users, as the main process tells it. */
export const useTaskActivity = defineStore('task-activity', () => {
  const store = useWorkbenchStore()
  const byTask = shallowReactive(new Map<string, RunningTask>())

  onWorkbenchEvent((event) => {
    if (event.type !== 'task-run') return
    const { user_id, task_id, done, of, state } = event
    if (state === 'in_progress') byTask.set(task_id, { user_id, task_id, done, of })
    else byTask.delete(task_id)
  })

  /** A run that was ended by a lock or a break tells nothing more. */
  function forget(isOver: (task: RunningTask) => boolean): void {
    for (const task of byTask.values()) if (isOver(task)) byTask.delete(task.task_id)
  }
  watch(
    () => store.users,
    () => forget(({ user_id }) => store.usersById.get(user_id)?.state !== 'signed_in'),
    { flush: 'sync' },
  )

  /** Notes that no run of this user is in progress, as a list has shown. */
  function settle(userId: string): void {
    forget(({ user_id }) => user_id === userId)
  }

  const tasks = computed(() => [...byTask.values()])
  return { byTask, tasks, settle }
})
