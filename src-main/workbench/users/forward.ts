import type { Send } from '../../../shared/contract/caller.ts'
import { CallError } from '../../../shared/contract/caller.ts'
import { missingField, ServiceError } from '../../../shared/contract/errors.ts'
import { keystoreOperations, serviceOperations, vaultOperations } from '../../../shared/contract/index.ts'
import type { Operation, ReplyFor } from '../../../shared/contract/operation.ts'
import { verifierRequestOperations } from '../../../shared/contract/verifier-requests.ts'
import { workbenchDelegationOperations } from '../../../shared/contract/workbench-delegations.ts'
import type { ForwardRequest, forwardOperations } from '../../../shared/contract/workbench-forward.ts'
import type { ServiceReply } from '../../service/reply.ts'
import { maskValue } from '../journal/mask.ts'
import type { WorkspaceJournal } from '../journal/journal.ts'
import type { OperatorConsoleOfWorkspace } from '../operator/operator-console.ts'
import type { WorkbenchUsers } from './simulated-users.ts'

interface ForwardOptions {
  readonly users: Pick<WorkbenchUsers, 'withAccount'>
  readonly operator: Pick<OperatorConsoleOfWorkspace, 'withPassword'>
  /** Calls the service without any credentials. */
  readonly send: Send
  /** Calls it with the subscription key of the window, as a call of the window. */
  readonly sendWithKey: Send
  readonly journal: Pick<WorkspaceJournal, 'asWindow'>
}

export type Forward = ReturnType<typeof createForward>

type As = ForwardRequest['as']
type Request = Parameters<Send>[0]

/** The operations that each kind of caller may use. */
const permitted: Readonly<Record<As, ReadonlyMap<string, Operation>>> = {
  user: operationsThat(() => true),
  subscription: operationsThat(({ api }) => api === 'exchange' || api === 'verifier'),
  // The window reaches the registries of the exchange by calls of its own.
  operator: operationsThat(({ api, auth }) => api === 'vault' && (auth === 'operator' || auth === 'operator_user')),
}

const NO_SUCH_OPERATION: Readonly<Record<As, string>> = {
  user: 'The service has no such operation.',
  subscription: 'Neither the exchange nor the verifier has such an operation.',
  operator: 'The operator has no such operation.',
}

/** Calls whose replies the window gets as they are. */
const operationsShownAsTheyAre: ReadonlySet<string> = new Set([
  // Operations that return secrets for another program or person, which the window shows only once.
  keystoreOperations.sessionLimitedInTimePost.id,
  vaultOperations.sessionLimitedInTimePost.id,
  vaultOperations.admissionTokensPost.id,
  // A JSON Web Token looks like a secret, and a claim may have the name of one.
  verifierRequestOperations.getAttemptPresentation.id,
])

/** Calls of the service for the window, which sees neither the credentials they are made with nor any other token. */
export function createForward({ users, operator, send, sendWithKey, journal }: ForwardOptions) {
  return forward

  /**
   * @throws {ServiceError} `not_found` for an operation that the caller may not use or an unknown user, `user_locked`,
   *   `operator_locked`, `forbidden`, `param_missing`
   */
  async function forward(order: ForwardRequest): Promise<ReplyFor<typeof forwardOperations.forward>> {
    const operation = permitted[order.as].get(order.operation)
    if (operation === undefined) throw new ServiceError('not_found', NO_SUCH_OPERATION[order.as])
    return shownReply(operation, await sendAs(order, operation))
  }

  function sendAs(order: ForwardRequest, operation: Operation): ReturnType<Send> {
    const { params, query, body, language } = order
    const headers = language === undefined ? {} : { 'accept-language': language }
    const request = { operation: operation.id, params, query, body, headers } // only these, without other headers of its own
    switch (order.as) {
      case 'user':
        return sendInSession(order.user_id, request, operation)
      case 'subscription':
        return sendWithKey(request)
      case 'operator': {
        const sent = operator.withPassword(request)
        if (operation.auth === 'operator_user') return sendInSession(order.user_id, sent)
        return journal.asWindow(() => send(sent))
      }
    }
  }

  async function sendInSession(userId: string | null, request: Request, operation?: Operation): ReturnType<Send> {
    if (userId === null) throw missingField('user_id')
    return users.withAccount(userId, async ({ account, agent, throughUserId }) => {
      if (agent === null && throughUserId !== null) refuseChildDeletion(operation)
      else refuseGuarded(operation)
      const reply = await journal.asWindow(() => account.send(request))
      // Thrown, so that the user is signed out: the session is over.
      if (!reply.ok && reply.body.errors[0]?.error === 'unauthorized') {
        throw new CallError(request.operation, reply.status, reply.body.errors, reply.retryAfterSeconds)
      }
      return reply
    })
  }
}

function operationsThat(belong: (operation: Operation) => boolean): ReadonlyMap<string, Operation> {
  return new Map(serviceOperations.filter(belong).map((operation) => [operation.id, operation]))
}

/** @throws {ServiceError} `forbidden` for what destroys for good or lets somebody in for good */
function refuseGuarded(operation: Operation | undefined): void {
  const guard = operation?.guard
  if (guard === undefined) return
  if (guard.inWindow === null) throw new ServiceError('forbidden', 'The window deletes no keys.')
  throw new ServiceError('forbidden', `This needs the passphrase: call ${guard.inWindow} of the window.`)
}

/**
 * A delegate has no passphrase of that account, and the service decides; but it lets a parent delete a child, whose own
 * passphrase is asked for.
 *
 * @throws {ServiceError} `forbidden`
 */
function refuseChildDeletion(operation: Operation | undefined): void {
  if (operation?.guard?.by !== 'session') return
  const { name } = workbenchDelegationOperations.childDelete
  throw new ServiceError('forbidden', `This needs the passphrase of a parent: call ${name} of the window.`)
}

function shownReply({ id }: Operation, reply: ServiceReply): ReplyFor<typeof forwardOperations.forward> {
  const { ok, status, body } = reply
  if (!ok) return { ok, status, body: { errors: [...body.errors] } }
  return { ok, status, body: operationsShownAsTheyAre.has(id) ? body : maskValue(body) }
}
