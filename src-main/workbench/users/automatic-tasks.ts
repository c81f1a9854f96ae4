import { ServiceError } from '../../../shared/contract/errors.ts'
import type { TaskRunner, TaskRunOrder, TaskRunReply } from '../../client/tasks/task-runner.ts'
import type { Log } from '../../service/ports.ts'

interface AutomaticTasksOptions {
  readonly isOn: () => boolean
  readonly log: Log
}

/** Runs client tasks as they come, where the workspace is set so. */
export interface AutomaticTasks {
  /** Starts a run if tasks are waiting; returns immediately. */
  lookAt(tasks: TaskRunner): void
  /** Starts no automatic run during the work. */
  heldBack<Result>(work: () => Promise<Result>): Promise<Result>
  /** Runs requested tasks; those that arrived meanwhile follow automatically. */
  run(tasks: TaskRunner, order: TaskRunOrder): Promise<TaskRunReply>
}

const BATCH: TaskRunOrder = { task_ids: null, limit: 50 }

export function createAutomaticTasks({ isOn: isSetOn, log }: AutomaticTasksOptions): AutomaticTasks {
  let holding = 0
  const isOn = () => holding === 0 && isSetOn()

  return {
    async heldBack(work) {
      holding += 1
      try {
        return await work()
      } finally {
        holding -= 1
      }
    },
    lookAt(tasks) {
      if (isOn() && !tasks.status().running) void runUntilEmpty(tasks)
    },
    async run(tasks, order) {
      const reply = await tasks.run(order)
      if (isOn() && reply.left === 0) void runUntilEmpty(tasks)
      return reply
    },
  }

  /** A failed task is no longer `todo`, so this comes to an end. */
  async function runUntilEmpty(tasks: TaskRunner): Promise<void> {
    try {
      for (;;) {
        const { done, failed, left } = await tasks.run(BATCH)
        if (done + failed === 0 || left > 0) return
      }
    } catch (error) {
      // Somebody signed out, locked the workspace or runs the tasks: the next look is theirs.
      if (error instanceof ServiceError) return
      log.error('client tasks could not be run by themselves', error)
    }
  }
}
