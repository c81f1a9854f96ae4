import { ServiceError } from '../../../shared/contract/errors.ts'
import type { InputFor, OperationDefinition, ResultFor } from '../../../shared/contract/operation.ts'
import type { workbenchBackupOperations } from '../../../shared/contract/workbench-backups.ts'
import type { forwardOperations } from '../../../shared/contract/workbench-forward.ts'
import type { workbenchItemOperations } from '../../../shared/contract/workbench-items.ts'
import type { workbenchLockOperations } from '../../../shared/contract/workbench-locks.ts'
import type { workbenchOperatorOperations } from '../../../shared/contract/workbench-operator.ts'
import type { workbenchUserOperations } from '../../../shared/contract/workbench-users.ts'
import type {
  journalOperations,
  workspaceKeepingOperations,
  workspaceKeyOperations,
  workspaceOperations,
} from '../../../shared/contract/workbench.ts'
import { openItem, revealSlot } from '../../client/items/open-items.ts'
import { createItem, saveItem } from '../../client/items/sealed-items.ts'
import type { Journal } from '../journal/journal.ts'
import type { SignedIn } from '../users/signed-in.ts'
import type { Wallet } from '../../wallet/wallets.ts'
import type { ActingMember } from '../users/simulated-users.ts'
import type { FilesOfUser } from '../files/user-files.ts'
import type { WindowSessions } from './window-sessions.ts'
import { refuseCommonPassphrase } from '../workspaces/common-passphrases.ts'
import type { OpenWorkspace } from '../workspaces/open-workspace.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'

/** The answer of a handler, which unlike one of the service may be a promise; without a reply in the contract it is dropped. */
type Answer<D> = D extends OperationDefinition
  ? ResultFor<D> extends undefined
    ? unknown
    : ResultFor<D> | Promise<ResultFor<D>>
  : never
type Input<D> = D extends OperationDefinition ? InputFor<D> : never

/** A handler for each operation of a list. */
export type WorkbenchHandlersFor<Ops> = { readonly [K in keyof Ops]: (input: Input<Ops[K]>) => Answer<Ops[K]> }

/** Handlers that also get the object they work on. */
export type HandlersOn<Scope, Ops> = {
  readonly [K in keyof Ops]: (scope: Scope, input: Input<Ops[K]>) => Answer<Ops[K]>
}

/** How long the code for another window is valid; the window opens it immediately. */
const ANOTHER_WINDOW_OPENS_WITHIN_MS = 60_000

export function workspaceHandlers(
  workspaces: Workspaces,
  windowSessions: WindowSessions,
): WorkbenchHandlersFor<typeof workspaceOperations> {
  return {
    windowSessionCreate: ({ body }) => ({ window_token: windowSessions.exchangeCode(body.code) }),
    windowCodeCreate: () => ({ code: windowSessions.issueCode(ANOTHER_WINDOW_OPENS_WITHIN_MS) }),
    statusGet: () => workspaces.status(),
    async workspaceCreate({ body }) {
      if (body.passphrase !== null) await refuseCommonPassphrase(body.passphrase, 'passphrase')
      return thenStatus(workspaces, workspaces.create(body.name, body.passphrase))
    },
    sampleWorkspaceCreate: () => thenStatus(workspaces, workspaces.createSample()),
    workspaceOpen: ({ params, body }) => thenStatus(workspaces, workspaces.open(params.workspace_id, body)),
    workspaceCheck: () => workspaces.check(),
    workspaceLock: () => thenStatus(workspaces, workspaces.lock()),
  }
}

export function workspaceKeyHandlers(workspaces: Workspaces): WorkbenchHandlersFor<typeof workspaceKeyOperations> {
  return {
    workspacePassphraseChange({ params, body }) {
      const { new_passphrase: passphrase, renew_key: renewKey, ...secrets } = body
      return thenStatus(workspaces, workspaces.changePassphrase(params.workspace_id, { secrets, passphrase, renewKey }))
    },
    workspaceRecoveryCodeMake: async ({ params, body }) => ({
      recovery_code: await workspaces.makeRecoveryCode(params.workspace_id, body.passphrase),
    }),
    workspaceRecoveryCodeRemove: ({ params, body }) =>
      thenStatus(workspaces, workspaces.removeRecoveryCode(params.workspace_id, body.passphrase)),
  }
}

export function workspaceKeepingHandlers(
  workspaces: Workspaces,
): WorkbenchHandlersFor<typeof workspaceKeepingOperations> {
  return {
    workspaceInventoryGet: () => workspaces.inventory(),
    workspaceRename: ({ params, body }) => thenStatus(workspaces, workspaces.rename(params.workspace_id, body.name)),
    workspaceDuplicate({ params, body: { name, ...secrets } }) {
      return thenStatus(workspaces, workspaces.duplicate(params.workspace_id, name, secrets))
    },
    workspaceDelete: ({ params }) => thenStatus(workspaces, workspaces.remove(params.workspace_id)),
    workspaceRestore: ({ params }) => thenStatus(workspaces, workspaces.restore(params.workspace_id)),
    workspaceErase: ({ params }) => workspaces.erase(params.workspace_id),
    sampleWorkspaceRenew: () => thenStatus(workspaces, workspaces.renewSample()),
    sampleWorkspaceCancel: () => workspaces.cancelSample(),
  }
}

/** What a workspace is like once that is done. */
async function thenStatus(workspaces: Workspaces, done: Promise<unknown>) {
  await done
  return workspaces.status()
}

export function backupHandlers({
  backups,
}: Pick<Workspaces, 'backups'>): WorkbenchHandlersFor<typeof workbenchBackupOperations> {
  return {
    backupCommandSave: async ({ body: { file, workspace, ...secrets } }) => ({
      name: await backups.packOpened(file, secrets, workspace),
    }),
    backupCommandRestore: async ({ body: { file, ...secrets } }) => ({
      name: await backups.restoreFile(file, secrets),
    }),
    backupsGet: () => backups.list(),
    backupMake: async () => ({ backup: await backups.make() }),
    backupEnd: () => backups.end(),
    backupRemove: ({ params }) => backups.remove(params.workspace_id, params.backup_id),
    backupRestore: async ({ params, body }) => ({
      name: await backups.restore(params.workspace_id, params.backup_id, body),
    }),
    backupFileMake: ({ params, body }) => backups.pack(params.workspace_id, params.backup_id, body),
    backupFilePart: ({ query }) => backups.savedPart(query),
    backupFileForget: () => backups.forgetSaved(),
    backupTakePart: ({ params, body }) => ({ byte_size: backups.takePart(params.start, body) }),
    backupTakenGet: () => backups.takenFacts(),
    backupTakenRestore: async ({ body }) => ({ name: await backups.restoreTaken(body) }),
    backupTakenForget: () => backups.forgetTaken(),
  }
}

export function lockHandlers(workspaces: Workspaces): WorkbenchHandlersFor<typeof workbenchLockOperations> {
  return {
    locksGet: () => ({ locks: workspaces.opened().locks.get() }),
    locksPut({ body }) {
      const { locks } = workspaces.opened()
      locks.save(body)
      workspaces.noteActivity()
      return { locks: locks.get() }
    },
    activityNote: () => workspaces.noteActivity(),
  }
}

export const userHandlers: HandlersOn<OpenWorkspace, typeof workbenchUserOperations> = {
  usersGet: ({ users }) => ({ users: users.list() }),
  userRegister: async ({ users }, { body }) => {
    await refuseCommonPassphrase(body.passphrase, 'passphrase')
    return users.register(body)
  },
  userAdd: async ({ users }, { body }) => ({ user: await users.addExisting(body) }),
  userSignIn: async ({ users }, { params, body }) => ({
    user: await users.signIn(params.user_id, body.passphrase, body.remember),
  }),
  userSignOut: async ({ users }, { params }) => ({ user: await users.signOut(params.user_id) }),
  userPassphraseForget: ({ users }, { params }) => ({ user: users.forgetPassphrase(params.user_id) }),
  userForget: ({ users }, { params }) => users.forget(params.user_id),
  userSecretString: async ({ users }, { params, body }) => ({
    secret_string: await users.revealSecretString(params.user_id, body.passphrase),
  }),
  changePassphrase: async ({ users }, { params, body }) => {
    await refuseCommonPassphrase(body.new_passphrase, 'new_passphrase')
    return { user: await users.changePassphrase(params.user_id, body) }
  },
  loginKeyMake: async ({ users }, { params, body }) => ({ login_key: await users.makeLoginKey(params.user_id, body) }),
  publishedCredentialsMake: async ({ users }, { params, body }) => {
    const { text, validTill } = await users.makePublishedCredentials(params.user_id, body)
    return { credentials: text, valid_till: validTill }
  },
  userQueueForDeletion: async ({ users }, { params, body }) => ({
    queued_for_deletion_after: await users.queueForDeletion(params.user_id, body),
  }),
}

export const forwardHandlers: HandlersOn<OpenWorkspace, typeof forwardOperations> = {
  forward: ({ forward }, { body }) => forward(body),
}

export const itemHandlers: HandlersOn<SignedIn, typeof workbenchItemOperations> = {
  itemsFound: ({ client }, { query }) => client.items.find(query),
  itemRows: ({ client }, { query }) => client.items.rows(query),
  itemValuesClose: ({ client }) => client.items.closeValues(),
  itemOpen: ({ client }, { params }) => openItem(client, params.item_id),
  itemCreate: ({ account }, { body }) => createItem(account, body),
  itemSave: ({ account }, { params, body }) => saveItem(account, params.item_id, body),
  slotReveal: async ({ client }, { params }) => ({
    value: await revealSlot(client, params.item_id, params.slot_id),
  }),
}

export function journalHandlers(journal: Journal): WorkbenchHandlersFor<typeof journalOperations> {
  return {
    callsGet: ({ query }) => journal.list(query),
    callGet: ({ params }) => ({ call: journal.get(params.number) }),
    callsClear: () => journal.clear(),
  }
}

/** The user in a request of the window. */
interface OfUser {
  readonly params: { readonly user_id: string }
}

/** Gives handlers the open workspace. A failure because it was locked meanwhile is reported as such. */
export function handlersWhileOpen(workspaces: Workspaces) {
  return {
    ofWorkspace: <Ops>(handlers: HandlersOn<OpenWorkspace, Ops>) => each(handlers, (_, work) => within(work)),
    /** Handles as one of its users who is signed in. */
    ofUser: <Ops>(handlers: HandlersOn<SignedIn, Ops>) =>
      each(handlers, ({ params }, work) => within(({ users }) => users.withAccount(params.user_id, work))),
    ofMember: <Ops>(handlers: HandlersOn<ActingMember, Ops>) =>
      each(handlers, ({ params }, work) => within(({ users }) => users.asMember(params.user_id, work))),
    ofFiles: <Ops>(handlers: HandlersOn<FilesOfUser, Ops>) =>
      each(handlers, ({ params: { user_id } }, work) =>
        within(({ users, files }) => users.withAccount(user_id, async (user) => work(await files.of(user_id, user)))),
      ),
    ofWallet: <Ops>(handlers: HandlersOn<Wallet, Ops>) =>
      each(handlers, ({ params }, work) => within((workspace) => workspace.withWallet(params.user_id, work))),
  }

  async function within<Result>(work: (workspace: OpenWorkspace) => Result | Promise<Result>): Promise<Result> {
    const workspace = workspaces.opened()
    try {
      return await work(workspace)
    } catch (error) {
      if (workspaces.service() === workspace.service) throw error
      throw new ServiceError('workspace_locked', 'The workspace was locked meanwhile.', { cause: error })
    }
  }
}

function each<Scope, Ops>(
  handlers: HandlersOn<Scope, Ops>,
  run: (input: OfUser, work: (scope: Scope) => Promise<unknown>) => unknown,
): WorkbenchHandlersFor<Ops> {
  const bound = Object.entries<(scope: Scope, input: never) => unknown>(handlers).map(([name, handler]) => [
    name,
    // The dispatcher validated the request by the schema of this operation.
    (input: OfUser) => run(input, (scope) => Promise.resolve(handler(scope, input as never))),
  ])
  return Object.fromEntries(bound) as WorkbenchHandlersFor<Ops>
}

/** The operator console of the open workspace. */
export const operatorHandlers: HandlersOn<OpenWorkspace, typeof workbenchOperatorOperations> = {
  operatorGet: ({ operator }) => ({ operator: operator.state() }),
  operatorPasswordSet: ({ operator }, { body }) => {
    const password = operator.setPassword(body)
    return { operator: operator.state(), password }
  },
  operatorOpen: async ({ operator }, { body }) => {
    await operator.open(body)
    return { operator: operator.state() }
  },
  operatorClose: ({ operator }, { body }) => {
    operator.close(body.forget)
    return { operator: operator.state() }
  },
}
