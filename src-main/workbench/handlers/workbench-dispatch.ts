import { CallError } from '../../../shared/contract/caller.ts'
import { sentenceOf, ServiceError } from '../../../shared/contract/errors.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import type { Log } from '../../service/ports.ts'
import type { FailureReply, ServiceReply } from '../../service/reply.ts'
import { failureReply } from '../../service/reply.ts'
import type { RawInput } from '../../service/validate.ts'
import { parseInput } from '../../service/validate.ts'

/** A handler as this file sees it; `WorkbenchHandlersFor` gave it its exact types where it was written. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the one place where handlers of all shapes meet
export type AnyWorkbenchHandler = (input: any) => unknown

export interface WorkbenchDispatchOptions {
  readonly operations: readonly Operation[]
  /** By operation name. */
  readonly handlers: Readonly<Record<string, AnyWorkbenchHandler>>
  /** Names faults of the storage that a person can do something about. */
  readonly nameFault: (fault: unknown) => ServiceError | undefined
  readonly log: Log
}

export interface WorkbenchDispatcher {
  /** Answers an operation; who calls was checked by the way in. Never rejects: a failure is data. */
  dispatch(operationId: string, input: RawInput): Promise<ServiceReply>
}

/**
 * The way of every call of the window: validate, handle, filter by the reply schema. Like that of the service, but its
 * handlers may wait: for a passphrase to be hashed, or for several calls of the service.
 */
export function createWorkbenchDispatcher(options: WorkbenchDispatchOptions): WorkbenchDispatcher {
  const { handlers, nameFault, log } = options
  const routes = new Map(
    options.operations.map((operation) => {
      const handler = handlers[operation.name]
      if (handler === undefined) throw new Error(`operation ${operation.id} has no handler`)
      return [operation.id, { operation, handler }]
    }),
  )

  return {
    async dispatch(operationId, input) {
      try {
        const route = routes.get(operationId)
        if (route === undefined) throw new ServiceError('not_found', 'There is no such operation.')
        const result: unknown = await route.handler(parseInput(route.operation, input))
        const { status, body } = route.operation.success
        return { ok: true, status, body: body?.parse(result) }
      } catch (fault) {
        return failure(fault)
      }
    },
  }

  function failure(fault: unknown): FailureReply {
    // What the service refused a user is told as the service told it.
    if (fault instanceof CallError) {
      const { status, errors, retryAfterSeconds } = fault
      return { ok: false, status, body: { errors }, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
    }
    const known = fault instanceof ServiceError ? fault : (nameFault(fault) ?? nameCryptoFault(fault))
    if (known === undefined) log.error('an operation of the window ended with a fault', fault)
    return failureReply(
      known ?? new ServiceError('internal_error', 'The program failed at this.', { cause: fault }),
      {},
    )
  }
}

function nameCryptoFault(fault: unknown): ServiceError | undefined {
  if (!(fault instanceof CryptoError)) return undefined
  switch (fault.code) {
    case 'secret_string_invalid':
    case 'unsupported_version':
      return new ServiceError('secret_string_invalid', sentenceOf(fault.message), { cause: fault })
    case 'cannot_open':
    case 'wrong_key':
    case 'malformed_envelope':
    case 'key_invalid':
    case 'public_key_invalid':
      return new ServiceError('value_cannot_be_opened', `What is stored does not open: ${fault.message}.`, {
        cause: fault,
      })
    case 'passphrase_worker_failed':
      return new ServiceError('passphrase_not_hashed', 'The passphrase could not be hashed; try again.', {
        cause: fault,
      })
    default:
      return undefined
  }
}
