import type { Send } from '../../../shared/contract/caller.ts'
import { CallError, callOver } from '../../../shared/contract/caller.ts'
import { missingField, ServiceError } from '../../../shared/contract/errors.ts'
import { serviceOperations, vaultOperations } from '../../../shared/contract/index.ts'
import type { InputFor, Operation, ReplyFor } from '../../../shared/contract/operation.ts'
import type { OperatorDesk, workbenchOperatorOperations } from '../../../shared/contract/workbench-operator.ts'
import type { LocalKey } from '../../crypto/keys.ts'
import { wipe } from '../../crypto/keys.ts'
import { hashToken, newSecretToken } from '../../crypto/token.ts'
import type { WorkspaceJournal } from '../journal/journal.ts'
import type { OperatorPasswordStore } from './operator-password-store.ts'
import { openOperatorPassword, sealOperatorPassword } from './operator-password.ts'
import { refuseRemembering } from '../workspaces/remembering.ts'
import { shownReply } from '../journal/shown-reply.ts'
import type { WorkbenchUsers } from '../users/simulated-users.ts'

export interface OperatorDeskOptions {
  readonly store: OperatorPasswordStore
  /** Way into the service, without any credentials. */
  readonly send: Send
  readonly users: Pick<WorkbenchUsers, 'withAccount'>
  readonly localKey: LocalKey
  /** Whether the password may be kept: in a plain file of somebody's own it would lie beside its key. */
  readonly mayRemember: boolean
  readonly journal: Pick<WorkspaceJournal, 'observe' | 'asWindow'>
  /** Told when the state changed. */
  readonly onChange: () => void
}

type BodyOf<Name extends keyof typeof workbenchOperatorOperations> = InputFor<
  (typeof workbenchOperatorOperations)[Name]
>['body']
type CallReply = ReplyFor<typeof workbenchOperatorOperations.operatorCall>

export type OperatorDeskOfWorkspace = ReturnType<typeof createOperatorDesk>

const operatorOperations: ReadonlyMap<string, Operation> = new Map(
  serviceOperations
    // The window reaches the registries of the exchange by calls of its own.
    .filter(({ api, auth }) => api === 'vault' && (auth === 'operator' || auth === 'operator_user'))
    .map((operation) => [operation.id, operation]),
)
/** A new admission token is for somebody else: whoever makes it sees it, this once. */
const operationsShowingSecret: ReadonlySet<string> = new Set([vaultOperations.admissionTokensPost.id])

/**
 * What the window does as operator of an open workspace. The password is held while the desk is open and overwritten
 * when it closes; the service checks it at every call, and limits the attempts.
 */
export function createOperatorDesk(options: OperatorDeskOptions) {
  const { store, users, localKey, journal, onChange } = options
  const observed = journal.observe(options.send, null)
  let held: Buffer | undefined
  /** Rises when the desk is closed or its password set: what began before that has no say any more. */
  let turn = 0
  let isOver = false

  return { state, setPassword, open, close, call, wipe: end }

  function state(): OperatorDesk {
    const shown = held === undefined ? 'closed' : 'open'
    return { state: store.hash() === undefined ? 'none' : shown, remembered: store.sealed() !== undefined }
  }

  /** @returns the password where it was made; null where it was given */
  function setPassword({ password, remember }: BodyOf<'operatorPasswordSet'>): string | null {
    refuseRemembering(remember, options.mayRemember)
    turn += 1
    const used = password ?? newSecretToken()
    store.save({ hash: hashToken(used), sealed: remember ? sealOperatorPassword(localKey, used) : undefined })
    hold(used)
    return password === null ? used : null
  }

  /**
   * @throws {CallError} what the service answers to a wrong password, or to too many of them
   * @throws {ServiceError} `operator_locked` when the desk was closed or the password set while the service looked at it
   */
  async function open({ password, remember }: BodyOf<'operatorOpen'>): Promise<void> {
    refuseRemembering(remember, options.mayRemember)
    const used = password?.trim() ?? rememberedPassword(options)
    if (used === undefined || used === '') throw missingField('password')
    const began = turn
    const callWith = callOver((request) => journal.asWindow(() => observed(withPassword(request, used))))
    await callWith(vaultOperations.systemStatusGet, {})
    if (isOver) throw new ServiceError('workspace_locked', 'The workspace was locked meanwhile.')
    if (began !== turn) throw new ServiceError('operator_locked', "The operator's desk was closed meanwhile.")
    if (remember) store.saveSealed(sealOperatorPassword(localKey, used))
    hold(used)
  }

  function close(forget: boolean): void {
    turn += 1
    if (forget) store.saveSealed(undefined)
    drop()
    onChange()
  }

  /** @throws {ServiceError} `not_found` for an operation that is not the operator's, `operator_locked`, `user_locked` */
  async function call({ user_id, ...request }: BodyOf<'operatorCall'>): Promise<CallReply> {
    const operation = operatorOperations.get(request.operation)
    if (operation === undefined) throw new ServiceError('not_found', 'The operator has no such operation.')
    if (held === undefined) throw new ServiceError('operator_locked', "Open the operator's desk first.")
    const sent = withPassword(request, held.toString('utf8'))
    const reply = await journal.asWindow(() =>
      operation.auth === 'operator_user' ? sendAs(user_id, sent, users) : observed(sent),
    )
    return shownReply(operation.id, reply, operationsShowingSecret)
  }

  function hold(password: string): void {
    drop()
    held = Buffer.from(password, 'utf8')
    onChange()
  }

  function drop(): void {
    if (held !== undefined) wipe(held)
    held = undefined
  }

  /** For good: the workspace is locked. */
  function end(): void {
    isOver = true
    drop()
  }
}

/** In the session of a user, whose name goes with what is done. */
function sendAs(userId: string | null, request: Parameters<Send>[0], users: OperatorDeskOptions['users']) {
  if (userId === null) throw missingField('user_id')
  return users.withAccount(userId, async ({ account }) => {
    const reply = await account.send(request)
    // Thrown, so that the user is signed out: the session is over.
    if (!reply.ok && reply.body.errors[0]?.error === 'unauthorized') {
      throw new CallError(request.operation, reply.status, reply.body.errors)
    }
    return reply
  })
}

function rememberedPassword({ store, localKey }: Pick<OperatorDeskOptions, 'store' | 'localKey'>): string | undefined {
  const sealed = store.sealed()
  return sealed && openOperatorPassword(localKey, sealed)
}

/** Only these parts: a request of the window carries no header of its own. */
function withPassword({ operation, params, query, body }: Parameters<Send>[0], password: string): Parameters<Send>[0] {
  return { operation, params, query, body, headers: { admin_password: password } }
}
