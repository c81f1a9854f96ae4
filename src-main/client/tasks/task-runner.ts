import { CallError } from '../../../shared/contract/caller.ts'
import type {
  ChangedClientTask,
  ClientTask,
  ClientTaskState,
  ClientTaskType,
} from '../../../shared/contract/client-tasks.ts'
import { clientTaskOperations } from '../../../shared/contract/client-tasks.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { InputFor, ReplyFor } from '../../../shared/contract/operation.ts'
import type { TaskReport, workbenchTaskOperations } from '../../../shared/contract/workbench-tasks.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import type { Client } from '../client.ts'
import { handOverOwnKey, takeKeyOver } from '../delegations/delegation-keys.ts'
import { pagesOf } from '../account/pages.ts'
import { readReport } from './task-report.ts'
import type { TaskStep } from '../shares/sent-updates.ts'
import { updateShares } from '../shares/sent-updates.ts'

export type TaskRunOrder = InputFor<typeof workbenchTaskOperations.taskRun>['body']
export type TaskRunReply = ReplyFor<typeof workbenchTaskOperations.taskRun>

/** The progress of a task: how many shares are done, of how many. The last report has the final state. */
export interface TaskProgress {
  readonly task_id: string
  readonly done: number
  readonly of: number
  readonly state: ClientTaskState
}

export type TaskRunner = ReturnType<typeof createTaskRunner>

/** Performs a task, and sets it to `done` with a report. */
type Work = (client: Client, task: ClientTask, run: TaskRun) => Promise<void>

interface TaskRun {
  readonly tries: number
  readonly onStep: (step: TaskStep) => void
  readonly onShares: (done: number, of: number) => void
}

const WORK: Readonly<Partial<Record<ClientTaskType, Work>>> = {
  async update_item_shares(client, { id, target_id }, { tries, onStep, onShares }) {
    await updateShares(client, {
      itemId: target_id,
      finish: (updated) => ({ id, state: 'done', report: { ...EMPTY_REPORT, ...updated, tries } }),
      onStep,
      onShares,
    })
  },
  async setup_key_delegation(client, { id, target_id }, { tries, onStep }) {
    onStep('hand_over_key')
    await handOverOwnKey(client, target_id)
    await setTask(client, { id, state: 'done', report: { ...EMPTY_REPORT, tries } })
  },
  async reencrypt_account_owner_kek(client, { id, target_id }, { tries, onStep }) {
    onStep('take_key_over')
    await takeKeyOver(client, target_id)
    await setTask(client, { id, state: 'done', report: { ...EMPTY_REPORT, tries } })
  },
}

/** Handing over a key cannot be undone, so the task must be chosen explicitly. */
const ONLY_WHEN_CHOSEN: readonly ClientTaskType[] = ['setup_key_delegation']

export function isRunnable(workType: ClientTaskType): boolean {
  return WORK[workType] !== undefined
}

/** Whether a task runs without being chosen. */
export function isRunInBatch(workType: ClientTaskType): boolean {
  return isRunnable(workType) && !ONLY_WHEN_CHOSEN.includes(workType)
}

/**
 * Runs client tasks one after the other. If the program ends during a task, the task stays `in_progress` until the
 * service resets it to `todo`; running it again writes the same values.
 */
export function createTaskRunner(client: Client, onProgress: (progress: TaskProgress) => void) {
  let running = false
  let cancelling = false

  return { run, cancel, status: () => ({ running, cancelling }) }

  /** Ends the run after the current task. */
  function cancel(): void {
    cancelling = running
  }

  /** @throws {ServiceError} `task_run_active` */
  async function run(order: TaskRunOrder): Promise<TaskRunReply> {
    if (running) throw new ServiceError('task_run_active', 'Tasks of this user are already running.')
    running = true
    try {
      return await runAll(await chosenTasks(client, order))
    } finally {
      running = false
      cancelling = false
    }
  }

  async function runAll(tasks: readonly ClientTask[]): Promise<TaskRunReply> {
    const ended = { done: 0, failed: 0 }
    for (const [index, task] of tasks.entries()) {
      if (cancelling) return { ...ended, left: tasks.length - index }
      ended[await runTask(client, task, onProgress)] += 1
    }
    return { ...ended, left: 0 }
  }
}

/** The chosen tasks that are not done or, without a choice, those in `todo`, oldest first. */
async function chosenTasks(client: Client, { task_ids, limit }: TaskRunOrder): Promise<ClientTask[]> {
  const chosenIds = task_ids === null ? undefined : new Set(task_ids)
  const state = chosenIds === undefined ? ['todo'] : ['todo', 'in_progress', 'failed']
  const chosen: ClientTask[] = []
  const pages = pagesOf((page) =>
    client.account.call(clientTaskOperations.clientTaskQueueGet, { query: { ...page, state } }),
  )
  const isChosen = ({ id, work_type }: ClientTask) =>
    chosenIds === undefined ? isRunInBatch(work_type) : isRunnable(work_type) && chosenIds.has(id)
  for await (const { client_tasks } of pages) chosen.push(...client_tasks.filter(isChosen))
  return chosen.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit) // ids ascend with time
}

async function runTask(
  client: Client,
  task: ClientTask,
  onProgress: (progress: TaskProgress) => void,
): Promise<'done' | 'failed'> {
  const tries = readReport(task.report).tries + 1
  let currentStep: TaskStep = 'read_item'
  let last = { done: 0, of: 0 }
  const report = (state: ClientTaskState): void => {
    onProgress({ task_id: task.id, ...last, state })
  }
  await setTask(client, { id: task.id, state: 'in_progress' })
  report('in_progress')
  try {
    await WORK[task.work_type]?.(client, task, {
      tries,
      onStep: (step) => (currentStep = step),
      onShares(done, of) {
        last = { done, of }
        report('in_progress')
      },
    })
    report('done')
    return 'done'
  } catch (error) {
    const failure = failureOf(error)
    await setTask(client, {
      id: task.id,
      state: 'failed',
      report: { ...EMPTY_REPORT, ...failure, step: currentStep, tries },
    })
    report('failed')
    return 'failed'
  }
}

const EMPTY_REPORT: TaskReport = { tries: 0, step: null, reason: null, code: null, shares: null, values: null }

/** The failure of a task that a person can act on. An ended session or a fault of the program is thrown. */
function failureOf(error: unknown): Pick<TaskReport, 'reason' | 'code'> {
  const isSessionEnded = error instanceof CallError && error.code === 'unauthorized'
  const isLocked = error instanceof ServiceError && error.code === 'user_locked'
  const isKnown = error instanceof CallError || error instanceof ServiceError || error instanceof CryptoError
  if (!isKnown || isSessionEnded || isLocked) throw error
  return { reason: error.message, code: error.code }
}

async function setTask(client: Client, change: ChangedClientTask): Promise<void> {
  await client.account.call(clientTaskOperations.clientTaskQueuePut, { body: { client_tasks: [change] } })
}
