import type { Send } from '../../../shared/contract/caller.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import type { AgentOf } from '../../client/agents/agent-of.ts'
import type { OpenedAgent } from '../../client/agents/open-agent.ts'
import type { Requester } from '../../client/agents/request-organization.ts'
import type { Client } from '../../client/client.ts'
import type { TaskRunner, TaskRunOrder, TaskRunReply } from '../../client/tasks/task-runner.ts'
import { createTaskRunner } from '../../client/tasks/task-runner.ts'
import type { PassphraseCost } from '../../crypto/passphrase.ts'
import type { IdSource, Log } from '../../service/ports.ts'
import { createAutomaticTasks } from './automatic-tasks.ts'
import { createAwaitedCopies } from './awaited-copies.ts'
import type { WorkspaceJournal } from '../journal/journal.ts'
import type { KeyResealingOptions } from './key-resealing.ts'
import { createKeyResealing } from './key-resealing.ts'
import { createPersonPassphrase } from './person-passphrase.ts'
import { createPersonSignIn } from './person-sign-in.ts'
import { createRegistration } from './register-user.ts'
import type { SignedIn, SignedInPerson } from './signed-in.ts'
import { createSignedInUsers, personOnly } from './signed-in.ts'
import { createUserAgents } from './user-agents.ts'
import type { Delegate } from './user-delegations.ts'
import { createUserDelegations } from './user-delegations.ts'
import { createUserEvents } from './user-events.ts'
import type { UserRecordsOptions } from './user-records.ts'
import { createUserRecords } from './user-records.ts'
import { createWithAccount } from './with-account.ts'
import type { WorkbenchSettingsStore } from './workbench-settings-store.ts'

interface UsersOptions extends Omit<UserRecordsOptions, 'signedIn'> {
  readonly settings: WorkbenchSettingsStore
  /** Sends to the service without any token. */
  readonly send: Send
  readonly newId: IdSource
  readonly journal: Pick<WorkspaceJournal, 'observe'>
  readonly announce: (event: WorkbenchEvent) => void
  readonly wallets: KeyResealingOptions['wallets']
  readonly cost: PassphraseCost | undefined
  readonly log: Log
}

export type WorkbenchUsers = ReturnType<typeof createUsers>

/** The ways a member can act for organizations: as the person, and as the agent. */
export interface ActingMember {
  readonly person: SignedInPerson
  /** The name of the person. */
  readonly name: string
  readonly requester: Requester
  /** Sends to the service for the person, without any token. */
  readonly send: Send
  /** Opens an agent as a user of the workspace. */
  readonly act: (agent: AgentOf) => Promise<WorkbenchUser>
  /** Runs work as an agent, in a session that ends with the work. */
  readonly actOnce: <Result>(
    agent: AgentOf,
    work: (client: Client, opened: OpenedAgent) => Promise<Result>,
  ) => Promise<Result>
}

/** The users simulated in one open workspace: people, and the agents and account owners they act for. */
export function createUsers(options: UsersOptions) {
  const { store, agents, delegations, settings, clock, newId, journal, announce, cost, log } = options
  const signedIn = createSignedInUsers((user_id) => announce({ type: 'shares-read', user_id }))
  const records = createUserRecords({ ...options, signedIn })
  const automaticTasks = createAutomaticTasks({ isOn: () => settings.runTasksAutomatically(), log })
  const keyResealing = createKeyResealing({ wallets: options.wallets, log })
  const dependencies = {
    keyResealing,
    store,
    agents,
    delegations,
    records,
    signedIn,
    sendAs,
    tasksOf,
    automaticTasks,
    announceUsers,
    cost,
  }
  const people = createPersonSignIn(dependencies)
  const { register, addExisting, growUp } = createRegistration({ ...dependencies, people, newId, announce })
  const userAgents = createUserAgents({ ...dependencies, newId })
  const userDelegations = createUserDelegations({ ...dependencies, newId, announce, log })
  const withAccount = createWithAccount({ records, signedIn, announceUsers })
  const { noteEvent } = createUserEvents({
    signedIn,
    userAgents,
    userDelegations,
    automaticTasks,
    announce,
    announceUsers,
    log,
  })

  return {
    list: () => records.list(),
    register,
    addExisting,
    growUp: (id: string, connectionId: string, body: Parameters<typeof growUp>[2]) =>
      asDelegate(id, ({ person }) => growUp(person, connectionId, body)),
    signIn,
    signOut,
    forget,
    forgetPassphrase: people.forgetPassphrase,
    revealSecretString: people.revealSecretString,
    ...createPersonPassphrase({ ...dependencies, people, withAccount }),
    withAccount,
    byName,
    asMember,
    asDelegate,
    act: (id: string, connectionId: string) =>
      asDelegate(id, (delegate) => userDelegations.act(delegate, connectionId)),
    runTasks,
    awaited: createAwaitedCopies({ signedIn, withAccount, runTasks }),
    runTasksAutomatically: () => settings.runTasksAutomatically(),
    setRunTasksAutomatically,
    noteEvent,
    close: () => signedIn.close(),
  }

  /** Opens an agent or account owner through its person, who is signed in first if needed. */
  async function signIn(id: string, passphrase: string | null | undefined, remember = false): Promise<WorkbenchUser> {
    const agent = records.agent(id)
    const delegation = records.delegation(id)
    const through = (agent ?? delegation)?.through_user_id
    if (through === undefined) return people.signIn(id, passphrase, remember)
    if (signedIn.get(id) !== undefined) return records.shown(id)
    if (signedIn.get(through) === undefined) await people.signIn(through, passphrase, remember)
    if (agent === undefined)
      return asDelegate(through, (delegate) => userDelegations.act(delegate, delegation?.connection_id ?? ''))
    const { organization_id, service_id } = agent
    return asMember(through, (acting) => acting.act({ organizationId: organization_id, serviceId: service_id }))
  }

  /**
   * Runs work for a command with an account, by name. A locked user is signed in only for this, and without automatic
   * tasks.
   *
   * @throws {ServiceError} `not_found`, `login_failed`; `param_missing` where a passphrase is needed
   */
  async function byName<Result>(
    { user: name, passphrase }: { readonly user: string; readonly passphrase?: string | null | undefined },
    work: (user: SignedIn) => Promise<Result>,
  ): Promise<Result> {
    const [user, ...others] = records.list().filter(({ full_name }) => full_name === name)
    if (user === undefined) throw new ServiceError('not_found', `This workspace has no user named ${name}.`)
    if (others.length > 0) throw new ServiceError('wrong_status', `This workspace has several users named ${name}.`)
    const { id } = user
    if (signedIn.get(id) !== undefined) return withAccount(id, work)
    return automaticTasks.heldBack(async () => {
      await signIn(id, passphrase)
      try {
        return await withAccount(id, work)
      } finally {
        await signedIn.end(id)
        announceUsers()
      }
    })
  }

  async function signOut(id: string): Promise<WorkbenchUser> {
    records.nameOf(id)
    await signedIn.end(id)
    announceUsers()
    return records.shown(id)
  }

  async function forget(id: string): Promise<void> {
    records.nameOf(id)
    await signedIn.end(id)
    if (records.agent(id) !== undefined) agents.remove(id)
    else if (records.delegation(id) !== undefined) delegations.remove(id)
    else store.remove(id) // with it go those who were opened through it
    announceUsers()
  }

  /**
   * Runs a person's work for organizations. @throws {ServiceError} `not_found`, `user_locked`, `forbidden` for an agent
   */
  function asMember<Result>(id: string, work: (member: ActingMember) => Promise<Result>): Promise<Result> {
    return withAccount(id, (user) => {
      const person = personOnly(user)
      const member = { id, account: person.account }
      return work({
        person,
        name: records.nameOf(id),
        send: sendAs(id),
        requester: { member: person.account, nowMs: () => clock.nowMs(), newId },
        act: (agent) => userAgents.act(member, agent),
        actOnce: (agent, once) => userAgents.actOnce(member, agent, once),
      })
    })
  }

  /**
   * Runs a person's work for account owners. @throws {ServiceError} `not_found`, `user_locked`, `forbidden` for others
   */
  function asDelegate<Result>(id: string, work: (delegate: Delegate) => Promise<Result>): Promise<Result> {
    return withAccount(id, (user) => work({ id, person: personOnly(user) }))
  }

  /** @throws {ServiceError} `not_found`, `user_locked`, `task_run_active` */
  function runTasks(id: string, order: TaskRunOrder): Promise<TaskRunReply> {
    return withAccount(id, ({ tasks }) => automaticTasks.run(tasks, order))
  }

  function setRunTasksAutomatically(on: boolean): void {
    settings.saveRunTasksAutomatically(on)
    for (const { tasks } of signedIn.all()) automaticTasks.lookAt(tasks)
  }

  function sendAs(id: string): Send {
    return journal.observe(options.send, id)
  }

  function tasksOf(user_id: string, client: Client): TaskRunner {
    return createTaskRunner(client, (progress) => {
      announce({ type: 'task-run', user_id, ...progress })
    })
  }

  function announceUsers(): void {
    if (!signedIn.isOver()) announce({ type: 'users', users: records.list() })
  }
}
