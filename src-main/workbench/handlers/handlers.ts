import { ServiceError } from '../../../shared/contract/errors.ts'
import type { InputFor, Operations, ResultFor } from '../../../shared/contract/operation.ts'
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
import type { WindowSessions } from './window-sessions.ts'
import { refuseCommonPassphrase } from '../workspaces/common-passphrases.ts'
import type { OpenWorkspace } from '../workspaces/open-workspace.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'

/** A handler for each operation of a list. Unlike those of the service they may take their time. */
export type WorkbenchHandlersFor<Ops> =
  Ops extends Operations<infer D>
    ? { readonly [K in keyof D]: (input: InputFor<D[K]>) => ResultFor<D[K]> | Promise<ResultFor<D[K]>> }
    : never

/** The window that asked opens it at once. */
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
      await workspaces.create(body.name, body.passphrase)
      return workspaces.status()
    },
    async sampleWorkspaceCreate() {
      await workspaces.createSample()
      return workspaces.status()
    },
    async workspaceOpen({ params, body }) {
      await workspaces.open(params.workspace_id, body)
      return workspaces.status()
    },
    workspaceCheck: () => workspaces.check(),
    async workspaceLock() {
      await workspaces.lock()
      return workspaces.status()
    },
  }
}

export function workspaceKeyHandlers(workspaces: Workspaces): WorkbenchHandlersFor<typeof workspaceKeyOperations> {
  return {
    async workspacePassphraseChange({ params, body }) {
      const { new_passphrase, renew_key, ...secrets } = body
      await workspaces.changePassphrase(params.workspace_id, {
        secrets,
        passphrase: new_passphrase,
        renewKey: renew_key,
      })
      return workspaces.status()
    },
    workspaceRecoveryCodeMake: async ({ params, body }) => ({
      recovery_code: await workspaces.makeRecoveryCode(params.workspace_id, body.passphrase),
    }),
    async workspaceRecoveryCodeRemove({ params, body }) {
      await workspaces.removeRecoveryCode(params.workspace_id, body.passphrase)
      return workspaces.status()
    },
  }
}

export function workspaceKeepingHandlers(
  workspaces: Workspaces,
): WorkbenchHandlersFor<typeof workspaceKeepingOperations> {
  const thenStatus = async (done: Promise<void>) => {
    await done
    return workspaces.status()
  }
  return {
    workspaceShelfGet: () => workspaces.shelf(),
    workspaceRename: ({ params, body }) => thenStatus(workspaces.rename(params.workspace_id, body.name)),
    workspaceDuplicate({ params, body: { name, ...secrets } }) {
      return thenStatus(workspaces.duplicate(params.workspace_id, name, secrets))
    },
    workspaceDelete: ({ params }) => thenStatus(workspaces.remove(params.workspace_id)),
    workspaceRestore: ({ params }) => thenStatus(workspaces.restore(params.workspace_id)),
    async workspaceErase({ params }) {
      await workspaces.erase(params.workspace_id)
      return undefined
    },
    sampleWorkspaceRenew: () => thenStatus(workspaces.renewSample()),
    sampleWorkspaceCancel() {
      workspaces.cancelSample()
      return undefined
    },
  }
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
    async backupRemove({ params }) {
      await backups.remove(params.workspace_id, params.backup_id)
      return undefined
    },
    backupRestore: async ({ params, body }) => ({
      name: await backups.restore(params.workspace_id, params.backup_id, body),
    }),
    backupFileMake: ({ params, body }) => backups.pack(params.workspace_id, params.backup_id, body),
    backupFilePart: ({ query }) => backups.savedPart(query),
    backupFileForget() {
      backups.forgetSaved()
      return undefined
    },
    backupTakePart: ({ params, body }) => ({ byte_size: backups.takePart(params.start, body) }),
    backupTakenGet: () => backups.takenFacts(),
    backupTakenRestore: async ({ body }) => ({ name: await backups.restoreTaken(body) }),
    backupTakenForget() {
      backups.forgetTaken()
      return undefined
    },
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
    activityNote() {
      workspaces.noteActivity()
      return undefined
    },
  }
}

export function userHandlers({ within }: Working): WorkbenchHandlersFor<typeof workbenchUserOperations> {
  return {
    usersGet: () => within(({ users }) => ({ users: users.list() })),
    userRegister: ({ body }) =>
      within(async ({ users }) => {
        await refuseCommonPassphrase(body.passphrase, 'passphrase')
        return users.register(body)
      }),
    userAdd: ({ body }) => within(async ({ users }) => ({ user: await users.addExisting(body) })),
    userSignIn: ({ params, body }) =>
      within(async ({ users }) => ({ user: await users.signIn(params.user_id, body.passphrase, body.remember) })),
    userSignOut: ({ params }) => within(async ({ users }) => ({ user: await users.signOut(params.user_id) })),
    userPassphraseForget: ({ params }) => within(({ users }) => ({ user: users.forgetPassphrase(params.user_id) })),
    userForget: ({ params }) =>
      within(async ({ users }) => {
        await users.forget(params.user_id)
        return undefined
      }),
    userSecretString: ({ params, body }) =>
      within(async ({ users }) => ({
        secret_string: await users.revealSecretString(params.user_id, body.passphrase),
      })),
    changePassphrase: ({ params, body }) =>
      within(async ({ users }) => {
        await refuseCommonPassphrase(body.new_passphrase, 'new_passphrase')
        return { user: await users.changePassphrase(params.user_id, body) }
      }),
    loginKeyMake: ({ params, body }) =>
      within(async ({ users }) => ({ login_key: await users.makeLoginKey(params.user_id, body) })),
    publishedCredentialsMake: ({ params, body }) =>
      within(async ({ users }) => {
        const { text, validTill } = await users.makePublishedCredentials(params.user_id, body)
        return { credentials: text, valid_till: validTill }
      }),
    userQueueForDeletion: ({ params, body }) =>
      within(async ({ users }) => ({ queued_for_deletion_after: await users.queueForDeletion(params.user_id, body) })),
  }
}

export function forwardHandlers({ within }: Working): WorkbenchHandlersFor<typeof forwardOperations> {
  return {
    forward: ({ body }) => within(({ forward }) => forward(body)),
  }
}

export function itemHandlers({ as }: Working): WorkbenchHandlersFor<typeof workbenchItemOperations> {
  return {
    itemsFound: ({ params, query }) => as(params.user_id, ({ client }) => client.items.find(query)),
    itemRows: ({ params, query }) => as(params.user_id, ({ client }) => client.items.rows(query)),
    itemValuesClose: ({ params }) =>
      as(params.user_id, async ({ client }) => {
        await client.items.closeValues()
        return undefined
      }),
    itemOpen: ({ params }) => as(params.user_id, ({ client }) => openItem(client, params.item_id)),
    itemCreate: ({ params, body }) => as(params.user_id, ({ account }) => createItem(account, body)),
    itemSave: ({ params, body }) => as(params.user_id, ({ account }) => saveItem(account, params.item_id, body)),
    slotReveal: ({ params }) =>
      as(params.user_id, async ({ client }) => ({
        value: await revealSlot(client, params.item_id, params.slot_id),
      })),
  }
}

export function journalHandlers(journal: Journal): WorkbenchHandlersFor<typeof journalOperations> {
  return {
    callsGet: ({ query }) => journal.list(query),
    callGet: ({ params }) => ({ call: journal.get(params.number) }),
    callsClear() {
      journal.clear()
      return undefined
    },
  }
}

export type Working = ReturnType<typeof whileOpen>

/**
 * Work `within` the open workspace, and `as` one of its users who is signed in. What fails because the workspace was
 * locked meanwhile says so.
 */
export function whileOpen(workspaces: Workspaces) {
  return {
    within,
    as: <Result>(userId: string, work: (user: SignedIn) => Promise<Result>): Promise<Result> =>
      within(({ users }) => users.withAccount(userId, work)),
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

/** The operator's desk of the open workspace. */
export function operatorHandlers({ within }: Working): WorkbenchHandlersFor<typeof workbenchOperatorOperations> {
  return {
    operatorGet: () => within(({ operator }) => ({ operator: operator.state() })),
    operatorPasswordSet: ({ body }) =>
      within(({ operator }) => {
        const password = operator.setPassword(body)
        return { operator: operator.state(), password }
      }),
    operatorOpen: ({ body }) =>
      within(async ({ operator }) => {
        await operator.open(body)
        return { operator: operator.state() }
      }),
    operatorClose: ({ body }) =>
      within(({ operator }) => {
        operator.close(body.forget)
        return { operator: operator.state() }
      }),
  }
}
