import type { Send } from '../../shared/contract/caller.ts'
import { CallError } from '../../shared/contract/caller.ts'
import { faultyFieldsError, ServiceError } from '../../shared/contract/errors.ts'
import { keystoreOperations, serviceOperations, vaultOperations } from '../../shared/contract/index.ts'
import type { ReplyFor, InputFor } from '../../shared/contract/operation.ts'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import type { WorkbenchUser, workbenchUserOperations } from '../../shared/contract/workbench-users.ts'
import type { Account } from '../client/account.ts'
import { checkPassphrase, enterAccount, reserveSecretString } from '../client/enter-account.ts'
import type { Profile } from '../client/enter-account.ts'
import type { Client } from '../client/client.ts'
import { createClient } from '../client/client.ts'
import type { TaskRunner, TaskRunOrder, TaskRunReply } from '../client/task-runner.ts'
import { createTaskRunner } from '../client/task-runner.ts'
import { CryptoError } from '../crypto/errors.ts'
import type { LocalKey } from '../crypto/keys.ts'
import { openRecord, sealRecord } from '../crypto/local-key.ts'
import type { PassphraseCost } from '../crypto/passphrase.ts'
import { parseSecretString } from '../crypto/secret-string.ts'
import type { StoredEvent } from '../service/events.ts'
import type { Clock, IdSource, Log } from '../service/ports.ts'
import { isoTime } from '../service/ports.ts'
import { createAutomaticTasks } from './automatic-tasks.ts'
import type { Journal } from './journal.ts'
import { maskValue } from './mask.ts'
import type { WorkbenchSettingsStore } from './workbench-settings-store.ts'
import type { StoredWorkbenchUser, WorkbenchUserStore } from './workbench-user-store.ts'

export interface UsersOptions {
  readonly store: WorkbenchUserStore
  readonly settings: WorkbenchSettingsStore
  /** Way into the service, without any token. */
  readonly send: Send
  readonly localKey: LocalKey
  /** Whether passphrases may be kept: in a plain file of somebody's own they would lie beside their key. */
  readonly mayRemember: boolean
  readonly clock: Clock
  readonly newId: IdSource
  readonly journal: Pick<Journal, 'observe' | 'asWindow'>
  readonly announce: (event: WorkbenchEvent) => void
  readonly cost: PassphraseCost | undefined
  readonly log: Log
}

type BodyOf<Name extends keyof typeof workbenchUserOperations> = InputFor<
  (typeof workbenchUserOperations)[Name]
>['body']
type OnStep = (step: string, done: number, of: number) => void

/** A user whose keys are unlocked. */
export interface SignedIn {
  readonly account: Account
  readonly client: Client
  readonly tasks: TaskRunner
}

export type WorkbenchUsers = ReturnType<typeof createUsers>

const TASK_CREATED = 'task.created'
/** How many actor colours the window has. */
const COLOURS = 8
const SEALED_SECRET_STRING = 'workbench_users.secret_string'
const SEALED_PASSPHRASE = 'workbench_users.passphrase'
const serviceOperationIds = new Set(serviceOperations.map(({ id }) => id))
/** Calls that make a secret for another program. Whoever asks for it in the window sees it, this once. */
const operationsShowingSecret: ReadonlySet<string> = new Set([
  keystoreOperations.loginKeysPost.id,
  keystoreOperations.sessionLimitedInTimePost.id,
  vaultOperations.sessionLimitedInTimePost.id,
])

/**
 * The users simulated in one open workspace. Who is signed in, with which keys, is known to this object alone and ends
 * with it.
 */
export function createUsers(options: UsersOptions) {
  const { store, settings, localKey, clock, newId, journal, announce, cost } = options
  const automaticTasks = createAutomaticTasks({ isOn: () => settings.runTasksAutomatically(), log: options.log })
  const signedIn = new Map<string, SignedIn>()
  const entering = new Map<string, Promise<unknown>>()
  let isClosed = false

  return {
    list: () => store.list().map(shown),
    register,
    addExisting,
    signIn,
    signOut,
    forget,
    revealSecretString,
    call,
    withAccount,
    runTasks,
    runTasksAutomatically: () => settings.runTasksAutomatically(),
    setRunTasksAutomatically,
    noteEvent,
    close,
  }

  /* Adding and removing --------------------------------------------------------------------------------------------- */

  async function register(
    body: BodyOf<'userRegister'>,
    onStep: OnStep = (step, done, of) => {
      announce({ type: 'progress', task: 'register', step, done, of })
    },
  ): Promise<{ user: WorkbenchUser; secret_string: string }> {
    refuseRemembering(body.remember)
    refuseTakenName(body.full_name)
    const id = newId()
    const secretString = await reserveSecretString(sendAs(id))
    refuseTakenName(body.full_name) // somebody else may have been registered meanwhile
    const user = { ...newUser(id, secretString, body.passphrase, body), registered: false }
    store.save(user) // before the account exists: it could not be opened without this string
    announceUsers()
    const entered = await inTurn(id, () => enter(user, body.passphrase, onStep))
    return { user: entered, secret_string: secretString }
  }

  async function addExisting(body: BodyOf<'userAdd'>): Promise<WorkbenchUser> {
    refuseRemembering(body.remember)
    const { username } = parsedSecretString(body.secret_string)
    const id = newId()
    refuseTakenUsername(username)
    const account = await enterAccount({
      send: sendAs(id),
      secretString: body.secret_string,
      passphrase: body.passphrase,
      ...(cost !== undefined && { cost }),
    })
    try {
      refuseTakenUsername(username)
      const { user } = await account.call(vaultOperations.meGet, {})
      const profile = { full_name: user.full_name ?? username, email: user.email, user_type: user.user_type }
      return keepSignedIn(
        newUser(id, body.secret_string, body.remember ? body.passphrase : undefined, profile),
        account,
      )
    } catch (error) {
      account.wipe()
      throw error
    }
  }

  async function forget(id: string): Promise<void> {
    const user = find(id)
    await endSessions(user.id)
    store.remove(user.id)
    announceUsers()
  }

  /* Signing in and out ---------------------------------------------------------------------------------------------- */

  async function signIn(id: string, passphrase: string | null | undefined): Promise<WorkbenchUser> {
    const user = find(id)
    const used = passphrase ?? rememberedPassphrase(user)
    if (used === undefined) {
      throw faultyFieldsError([{ path: 'passphrase', code: 'param_missing', message: 'passphrase is missing' }])
    }
    return inTurn(id, async () => (signedIn.has(id) ? shown(find(id)) : enter(find(id), used)))
  }

  async function signOut(id: string): Promise<WorkbenchUser> {
    find(id)
    await endSessions(id)
    announceUsers()
    return shown(find(id))
  }

  /** Signs in; a user whose registration was interrupted goes on with it. */
  async function enter(user: StoredWorkbenchUser, passphrase: string, onStep?: OnStep): Promise<WorkbenchUser> {
    const profile: Profile = { full_name: user.full_name, email: user.email }
    const account = await enterAccount({
      send: sendAs(user.id),
      secretString: secretStringOf(user),
      passphrase,
      ...(!user.registered && { profile }),
      ...(onStep !== undefined && { onStep }),
      ...(cost !== undefined && { cost }),
    })
    return keepSignedIn(user, account)
  }

  function keepSignedIn(user: StoredWorkbenchUser, account: Account): WorkbenchUser {
    if (isClosed) {
      account.wipe()
      throw new ServiceError('workspace_locked', 'the workspace was locked meanwhile')
    }
    store.save({
      ...user,
      registered: true,
      vault_user_id: account.vaultUserId,
      key_fingerprint: account.keyFingerprint,
    })
    const entered = clientOf(user.id, account)
    signedIn.set(user.id, entered)
    automaticTasks.lookAt(entered.tasks)
    announceUsers()
    return shown(find(user.id))
  }

  function clientOf(user_id: string, account: Account): SignedIn {
    const client = createClient(account, cost)
    const tasks = createTaskRunner(client, (progress) => {
      announce({ type: 'task-run', user_id, ...progress })
    })
    return { account, client, tasks }
  }

  /** Ends the sessions as far as the service still knows them; the keys are gone in any case. */
  async function endSessions(id: string): Promise<void> {
    const user = signedIn.get(id)
    signedIn.delete(id)
    await user?.account.signOut()
  }

  /** One sign-in of a user at a time: the second one finds the user signed in. */
  async function inTurn<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const before = entering.get(id) ?? Promise.resolve()
    const turn = before.then(work, work)
    entering.set(id, turn)
    try {
      return await turn
    } finally {
      if (entering.get(id) === turn) entering.delete(id)
    }
  }

  /* Acting as a user ------------------------------------------------------------------------------------------------ */

  /**
   * Runs work with the account of a user who is signed in.
   *
   * @throws {ServiceError} `not_found`, `user_locked`; also when the session turns out to be over
   */
  async function withAccount<Result>(id: string, work: (user: SignedIn) => Promise<Result>): Promise<Result> {
    const user = signedIn.get(find(id).id)
    if (user === undefined) throw new ServiceError('user_locked', `${find(id).full_name} is not signed in`)
    try {
      return await work(user)
    } catch (error) {
      if (error instanceof CallError && error.code === 'unauthorized') throw await sessionIsOver(id)
      throw error
    }
  }

  async function call(
    id: string,
    request: BodyOf<'userCall'>,
  ): Promise<ReplyFor<typeof workbenchUserOperations.userCall>> {
    if (!serviceOperationIds.has(request.operation)) {
      throw new ServiceError('not_found', 'the service has no such operation')
    }
    const { operation, params, query, body } = request
    return withAccount(id, async ({ account }) => {
      const reply = await journal.asWindow(() => account.send({ operation, params, query, body }))
      if (!reply.ok && reply.body.errors[0]?.error === 'unauthorized') throw await sessionIsOver(id)
      if (!reply.ok) return { ok: false, status: reply.status, body: { errors: [...reply.body.errors] } }
      // The window shows nobody the tokens its users signed in with.
      const shownBody = operationsShowingSecret.has(operation) ? reply.body : maskValue(reply.body)
      return { ok: true, status: reply.status, body: shownBody }
    })
  }

  /** @throws {ServiceError} `not_found`, `user_locked`, `task_run_active` */
  function runTasks(id: string, order: TaskRunOrder): Promise<TaskRunReply> {
    return withAccount(id, ({ tasks }) => automaticTasks.run(tasks, order))
  }

  function setRunTasksAutomatically(on: boolean): void {
    settings.saveRunTasksAutomatically(on)
    for (const { tasks } of signedIn.values()) automaticTasks.lookAt(tasks)
  }

  async function sessionIsOver(id: string): Promise<ServiceError> {
    await endSessions(id)
    announceUsers()
    return new ServiceError('user_locked', `the session of ${find(id).full_name} is over; sign in again`)
  }

  async function revealSecretString(id: string, passphrase: string): Promise<string> {
    const secretString = secretStringOf(find(id))
    await checkPassphrase({ send: sendAs(id), secretString, passphrase, ...(cost !== undefined && { cost }) })
    return secretString
  }

  /** Passes on a change of the service to the lists of the users who see it. */
  function noteEvent(event: StoredEvent): void {
    const seers = [...signedIn.values()].filter(({ account }) => account.vaultUserId === event.user_id)
    for (const { client, tasks } of seers) {
      client.noteChange(event)
      if (event.name === TASK_CREATED) automaticTasks.lookAt(tasks)
    }
    if (seers.length > 0) announce(changeOf(event))
  }

  /** Ends every session and overwrites every key. Nobody can sign in afterwards. */
  async function close(): Promise<void> {
    isClosed = true
    const accounts = [...signedIn.values()].map(({ account }) => account)
    signedIn.clear()
    await Promise.allSettled(accounts.map((account) => account.signOut()))
    for (const account of accounts) account.wipe()
  }

  /* What is stored -------------------------------------------------------------------------------------------------- */

  function sendAs(id: string): Send {
    return journal.observe(options.send, id)
  }

  function find(id: string): StoredWorkbenchUser {
    const user = store.find(id)
    if (user === undefined) throw new ServiceError('not_found', 'this workspace has no such user')
    return user
  }

  function newUser(
    id: string,
    secretString: string,
    remembered: string | undefined,
    profile: Profile & { readonly remember?: boolean; readonly user_type?: StoredWorkbenchUser['user_type'] },
  ): StoredWorkbenchUser {
    const keep = profile.remember === false ? undefined : remembered
    return {
      id,
      username: parsedSecretString(secretString).username,
      vault_user_id: null,
      full_name: profile.full_name,
      email: profile.email,
      user_type: profile.user_type ?? 'human',
      colour: freeColour(store.list().map(({ colour }) => colour)),
      key_fingerprint: null,
      registered: true,
      sealed_secret_string: seal(SEALED_SECRET_STRING, id, secretString),
      sealed_passphrase: keep === undefined ? null : seal(SEALED_PASSPHRASE, id, keep),
      created_at: isoTime(clock.nowMs()),
    }
  }

  function seal(table: string, id: string, text: string): Buffer {
    return sealRecord(localKey, { table, id }, Buffer.from(text, 'utf8'))
  }

  function open(table: string, id: string, sealed: Uint8Array): string {
    return Buffer.from(openRecord(localKey, { table, id }, sealed)).toString('utf8')
  }

  function secretStringOf(user: StoredWorkbenchUser): string {
    return open(SEALED_SECRET_STRING, user.id, user.sealed_secret_string)
  }

  function rememberedPassphrase({ id, sealed_passphrase }: StoredWorkbenchUser): string | undefined {
    return sealed_passphrase === null ? undefined : open(SEALED_PASSPHRASE, id, sealed_passphrase)
  }

  function shown(user: StoredWorkbenchUser): WorkbenchUser {
    const { id, full_name, email, user_type, colour, username, vault_user_id, key_fingerprint, created_at } = user
    const state = signedIn.has(id) ? 'signed_in' : user.registered ? 'locked' : 'incomplete'
    const remembered = user.sealed_passphrase !== null
    return {
      id,
      full_name,
      email,
      user_type,
      colour,
      state,
      remembered,
      username,
      vault_user_id,
      key_fingerprint,
      agent: null,
      created_at,
    }
  }

  function announceUsers(): void {
    if (!isClosed) announce({ type: 'users', users: store.list().map(shown) })
  }

  function refuseRemembering(remember: boolean): void {
    if (!remember || options.mayRemember) return
    throw faultyFieldsError([
      {
        path: 'remember',
        code: 'invalid_params',
        message: 'remember needs a workspace with a passphrase: without one the key would lie beside what it opens',
      },
    ])
  }

  function refuseTakenName(fullName: string): void {
    const wanted = fullName.toLocaleLowerCase('en')
    if (store.list().some(({ full_name }) => full_name.toLocaleLowerCase('en') === wanted)) {
      throw new ServiceError('name_taken', `this workspace has a user named ${fullName} already`)
    }
  }

  function refuseTakenUsername(username: string): void {
    const present = store.list().find((user) => user.username === username)
    if (present === undefined) return
    throw new ServiceError('name_taken', `this account is on the list already, as ${present.full_name}`)
  }
}

/** @throws {ServiceError} `secret_string_invalid` */
function parsedSecretString(text: string): { readonly username: string } {
  try {
    return { username: parseSecretString(text).username }
  } catch (error) {
    if (error instanceof CryptoError) throw new ServiceError('secret_string_invalid', error.message, { cause: error })
    throw error
  }
}

/** The first colour nobody has; when all are in use, they are used again in order. */
function freeColour(taken: readonly number[]): number {
  for (let colour = 0; colour < COLOURS; colour += 1) if (!taken.includes(colour)) return colour
  return taken.length % COLOURS
}

/** What the window is told of an event. What is not about an item itself names the item in `value`. */
function changeOf({ user_id, name, eventable_type, eventable_id, value }: StoredEvent): WorkbenchEvent {
  const named = value?.['item_id']
  const item_id = eventable_type === 'Item' ? eventable_id : typeof named === 'string' ? named : null
  const share_id = typeof value?.['share_id'] === 'string' ? value['share_id'] : null
  return { type: 'change', vault_user_id: user_id, name, eventable_type, eventable_id, item_id, share_id }
}
