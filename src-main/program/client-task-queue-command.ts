import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { CallError, callOver } from '../../shared/contract/caller.ts'
import type { Call } from '../../shared/contract/caller.ts'
import { CLIENT_TASK_STATES, clientTaskOperations } from '../../shared/contract/client-tasks.ts'
import type { ClientTask, ClientTaskState } from '../../shared/contract/client-tasks.ts'
import type { InputFor, ReplyFor } from '../../shared/contract/operation.ts'
import { forwardOperations } from '../../shared/contract/workbench-forward.ts'
import { workbenchTaskOperations } from '../../shared/contract/workbench-tasks.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { textOfFile } from '../../shared/file-text.ts'
import { enterWithSessions } from '../client/account/enter-account.ts'
import { readPublishedCredentials } from '../client/account/published-credentials.ts'
import { createClient } from '../client/client.ts'
import { pagesOf } from '../client/account/pages.ts'
import { NoAnswer, sendOverHttp } from '../client/send-over-http.ts'
import { readReport } from '../client/tasks/task-report.ts'
import { createTaskRunner, isRunInBatch } from '../client/tasks/task-runner.ts'
import { UsageError, defaultDataDirectory } from '../composition/command-options.ts'
import { readableByOthers } from '../composition/serve-secrets.ts'
import { CryptoError } from '../crypto/crypto-error.ts'
import { unlockSecretOnce, openWorkspaceNamed, withApplication } from './backup-command.ts'
import { CouldNotRun, EXIT } from './command.ts'
import type { ExitCode, Ports } from './command.ts'
import type { RunCommand, ValuesOf } from './command-table.ts'
import { readNamedFile } from './named-file.ts'

type Values = ValuesOf<'client-task-queue'>

type PageQuery = InputFor<typeof workbenchTaskOperations.taskCommandList>['body']['query']
type TaskPage = ReplyFor<typeof workbenchTaskOperations.taskCommandList>

/** The client tasks of one user, and the client that does them. */
interface TaskQueue {
  /** A page of the queue. */
  readonly page: (query: PageQuery) => Promise<Pick<TaskPage, 'client_tasks' | 'next_page_after'>>
  /** Runs one task, which stores its own result. */
  readonly runTask: (id: string) => Promise<'done' | 'failed'>
}

/** The published command line names its commands so. */
export const run: RunCommand<'client-task-queue'> = async ({ values, positionals }, ports) => {
  const [action, ...others] = positionals
  if ((action !== 'list' && action !== 'run-batch') || others.length > 0) {
    throw new UsageError('write vaultbench client-task-queue list, or run-batch')
  }
  const order = orderFrom(values, action)
  const work = (queue: TaskQueue) => (action === 'list' ? list(queue, order, ports) : runBatch(queue, order, ports))
  if (values.url !== undefined && values.credentials !== undefined && values.user === undefined) {
    return withCredentials({ url: values.url, file: values.credentials }, ports, work)
  }
  if (values.user === undefined || values.url !== undefined || values.credentials !== undefined) {
    throw new UsageError('say whose tasks: --user NAME, or --url URL with --credentials FILE')
  }
  return withUser(values.user, values, { ports, work })
}

interface Order {
  readonly state: readonly ClientTaskState[]
  readonly target_id: string | undefined
  readonly change_state: boolean
  readonly limit: number
  readonly json: boolean
}

const USUAL_LIMIT = { list: Number.POSITIVE_INFINITY, 'run-batch': 50 } as const
/** Open tasks, and those that can be run again. */
const RUN_AGAIN: readonly ClientTaskState[] = ['todo', 'failed']

/** @throws {UsageError} */
function orderFrom({ state, target, limit, json, ...values }: Values, action: 'list' | 'run-batch'): Order {
  const states = state.map((name) => {
    const known = CLIENT_TASK_STATES.find((one) => one === name)
    if (known === undefined) throw new UsageError(`--state takes ${CLIENT_TASK_STATES.join(', ')}, not "${name}"`)
    return known
  })
  if (limit !== undefined && !/^[1-9]\d{0,8}$/.test(limit)) {
    throw new UsageError(`--limit takes a whole number from 1 on, not "${limit}"`)
  }
  return {
    state: states.length > 0 ? states : action === 'list' ? CLIENT_TASK_STATES : RUN_AGAIN,
    target_id: target,
    change_state: values['change-state'],
    limit: limit === undefined ? USUAL_LIMIT[action] : Number(limit),
    json,
  }
}

async function list(queue: TaskQueue, order: Order, ports: Ports): Promise<ExitCode> {
  const tasks = await tasksOf(queue, order)
  if (order.json) ports.out(`${JSON.stringify({ client_tasks: tasks }, null, 2)}\n`)
  else for (const task of tasks) ports.out(`${lineOf(task, task.state)}\n`)
  return EXIT.success
}

/** One after the other, so that being told to end leaves no task half done. */
async function runBatch(queue: TaskQueue, order: Order, ports: Ports): Promise<ExitCode> {
  const found = await tasksOf(queue, { ...order, change_state: false, limit: Number.POSITIVE_INFINITY })
  const tasks = found
    .filter(({ work_type }) => isRunInBatch(work_type))
    .toReversed()
    .slice(0, order.limit) // oldest first
  const outcomes: ClientTask[] = []
  for (const task of tasks) {
    if (ports.ending.aborted) break
    ports.progress(`${outcomes.length + 1} of ${tasks.length}: ${task.id}`)
    const state = await queue.runTask(task.id)
    ports.progress('')
    const after = state === 'failed' ? await taskAgain(queue, task) : task
    outcomes.push({ ...after, state })
    if (!order.json) ports.out(`${lineOf(after, state)}\n`)
  }
  const failed = outcomes.filter(({ state }) => state === 'failed').length
  const left = tasks.length - outcomes.length
  if (order.json)
    ports.out(`${JSON.stringify({ done: outcomes.length - failed, failed, left, client_tasks: outcomes }, null, 2)}\n`)
  else ports.say(`${outcomes.length - failed} done, ${failed} failed${left > 0 ? `, ${left} not begun` : ''}`)
  return failed > 0 ? EXIT.checkFailed : left > 0 ? EXIT.couldNotRun : EXIT.success
}

function lineOf({ id, work_type, target_id, report }: ClientTask, state: ClientTaskState): string {
  const { reason } = readReport(report)
  return [id, state, work_type, target_id, ...(state === 'failed' && reason !== null ? [reason] : [])].join('  ')
}

/** Newest first, as the service lists them. */
async function tasksOf(queue: TaskQueue, { state, target_id, change_state, limit }: Order): Promise<ClientTask[]> {
  const found: ClientTask[] = []
  const query = {
    state: [...state],
    ...(target_id !== undefined && { target_id }),
    ...(change_state && { change_state }),
  }
  const pages = pagesOf((page) => {
    const per_page = Math.min(limit - found.length, page.per_page)
    return queue.page({ ...page, ...query, per_page })
  })
  for await (const { client_tasks } of pages) {
    found.push(...client_tasks)
    if (found.length >= limit) break
  }
  return found
}

async function taskAgain(queue: TaskQueue, task: ClientTask): Promise<ClientTask> {
  const order = {
    state: ['failed'],
    target_id: task.target_id,
    change_state: false,
    limit: Number.POSITIVE_INFINITY,
    json: false,
  } as const
  return (await tasksOf(queue, order)).find(({ id }) => id === task.id) ?? task
}

type Work = (queue: TaskQueue) => Promise<ExitCode>

/** A user of any service, whose sessions go on afterwards. */
async function withCredentials(
  { url, file }: { readonly url: string; readonly file: string },
  ports: Ports,
  work: Work,
): Promise<ExitCode> {
  const send = sendOverHttp(addressIn(url))
  const account = await enterWithSessions(send, credentialsIn(file, ports)).catch((fault: unknown) => told(fault, file))
  try {
    const runner = createTaskRunner(createClient(account), () => undefined)
    return await work({
      page: (query) => account.call(clientTaskOperations.clientTaskQueueGet, { query }),
      runTask: async (id) => stateAfter(await runner.run({ task_ids: [id], limit: 1 })),
    })
  } catch (fault) {
    return told(fault, file)
  } finally {
    account.wipe()
  }
}

/** Reports errors that a person can fix; others are bugs. */
function told(fault: unknown, file: string): never {
  if (fault instanceof NoAnswer)
    throw new CouldNotRun(`the service cannot be reached: ${fault.message}`, { cause: fault })
  if (fault instanceof CryptoError)
    throw new CouldNotRun(`the keys in ${file} are not those of the account: ${fault.message}`, { cause: fault })
  throw fault
}

function addressIn(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--url takes an address with http or https, not "${text}"`)
  return url.href.replace(/\/+$/, '')
}

function credentialsIn(file: string, ports: Ports): Parameters<typeof enterWithSessions>[1] {
  const { mode } = statSync(file)
  const credentials = readPublishedCredentials(readNamedFile(file, textOfFile))
  if (credentials === undefined) throw new CouldNotRun(`${file} is no credential file (kind: Authentication)`)
  const seen = process.platform === 'win32' ? undefined : readableByOthers(file, mode)
  if (seen !== undefined) ports.say(seen)
  return credentials
}

/** A user of a workspace of this computer: of the program that has the data directory, or with it opened here. */
function withUser(
  name: string,
  values: Values,
  { ports, work }: { readonly ports: Ports; readonly work: Work },
): Promise<ExitCode> {
  const dataDirectory = values.data === undefined ? defaultDataDirectory() : resolve(values.data)
  return withApplication(dataDirectory, async (call, isRunning) => {
    if (isRunning) return work(queueInRunningProgram(call, { user: name, workspace: values.workspace }, ports))
    await openWorkspaceNamed(call, values.workspace, unlockSecretOnce(values, ports))
    return work(queueInWindow(call, await signIn(call, name, ports)))
  })
}

function queueInWindow(window: Call, user_id: string): TaskQueue {
  const call = callOver(({ operation, params, query, body }) => {
    const order = { as: 'user', user_id, operation, params, query, body } as const
    return window(forwardOperations.forward, { body: order as never })
  })
  return {
    page: (query) => call(clientTaskOperations.clientTaskQueueGet, { query }),
    async runTask(id) {
      const body = { task_ids: [id], limit: 1 }
      return stateAfter(await window(workbenchOperations.taskRun, { params: { user_id }, body }))
    },
  }
}

/** The passphrase is asked for where that program needs it: who is signed in there, or remembered, needs none. */
function queueInRunningProgram(
  callWindow: Call,
  who: { readonly user: string; readonly workspace: string | undefined },
  ports: Ports,
): TaskQueue {
  let passphrase: string | undefined
  const asUser = async <Result>(run: (user: { user: string; passphrase?: string }) => Promise<Result>) => {
    const { user, workspace } = who
    const body = { user, ...(workspace !== undefined && { workspace }) }
    try {
      return await run({ ...body, ...(passphrase !== undefined && { passphrase }) })
    } catch (fault) {
      if (!(fault instanceof CallError) || fault.code !== 'param_missing' || passphrase !== undefined) throw fault
      passphrase = await passphraseOf(user, ports)
      return run({ ...body, passphrase })
    }
  }
  return {
    page: (query) =>
      asUser((user) => callWindow(workbenchTaskOperations.taskCommandList, { body: { ...user, query } })),
    runTask: async (task_id) =>
      stateAfter(
        await asUser((user) => callWindow(workbenchTaskOperations.taskCommandRun, { body: { ...user, task_id } })),
      ),
  }
}

function stateAfter({ done }: { readonly done: number }): 'done' | 'failed' {
  return done === 1 ? 'done' : 'failed'
}

export async function passphraseOf(name: string, { environment, ask }: Ports): Promise<string> {
  return environment['VAULTBENCH_USER_PASSPHRASE'] ?? (await ask(`Passphrase of ${name}: `))
}

/** @returns the id in the window */
async function signIn(window: Call, name: string, ports: Ports): Promise<string> {
  const { users } = await window(workbenchOperations.usersGet, {})
  const [user, ...others] = users.filter(({ full_name }) => full_name === name)
  if (user === undefined)
    throw new CouldNotRun(`the workspace has no user ${name}: ${users.map((one) => one.full_name).join(', ')}`)
  if (others.length > 0) throw new CouldNotRun(`the workspace has several users ${name}`)
  const passphrase = user.remembered ? null : await passphraseOf(name, ports)
  await window(workbenchOperations.userSignIn, { params: { user_id: user.id }, body: { passphrase } })
  return user.id
}
