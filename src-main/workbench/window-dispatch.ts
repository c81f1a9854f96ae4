import { CallError } from '../../shared/contract/caller.ts'
import { asPhrase, phrase, sentenceText, ServiceError } from '../../shared/contract/errors.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { COMMAND_OPERATIONS } from '../../shared/contract/workbench-backups.ts'
import { TASK_COMMANDS } from '../../shared/contract/workbench-tasks.ts'
import { WALLET_COMMANDS } from '../../shared/contract/workbench-wallet.ts'
import { CryptoError } from '../crypto/crypto-error.ts'
import type { DispatchDependencies, Dispatcher, Handle } from '../service/dispatch.ts'
import { createDispatcher } from '../service/dispatch.ts'
import type { WindowSessions } from './handlers/window-sessions.ts'
import { requireWindow } from './handlers/window-sessions.ts'

const COMMANDS: ReadonlySet<string> = new Set([...COMMAND_OPERATIONS, ...TASK_COMMANDS, ...WALLET_COMMANDS])

/** A handler as this file sees it; `WorkbenchHandlersFor` gave it its exact types where it was written. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the one place where handlers of all shapes meet
type AnyWorkbenchHandler = (input: any) => unknown

interface WindowDispatchOptions extends Pick<DispatchDependencies<void>, 'operations' | 'clock' | 'log'> {
  readonly handlers: Readonly<Record<string, AnyWorkbenchHandler>>
  readonly windowSessions: Pick<WindowSessions, 'isWindowToken' | 'isCommandToken'>
  /** Translates storage faults that a person can act on; undefined for any other. */
  readonly translateFault: (fault: unknown) => ServiceError | undefined
}

/**
 * Dispatches the calls of the window. Unlike those of the service they are handled outside of any transaction, and may
 * wait: for a passphrase to be hashed, or for several calls of the service. In process only the window can call,
 * through a channel that is checked; over the network it needs its token.
 */
export function createWindowDispatcher(options: WindowDispatchOptions): Dispatcher {
  const { handlers, windowSessions, translateFault } = options
  return createDispatcher({
    ...options,
    authenticate({ auth, id }, { authorization }, _nowMs, overNetwork) {
      if (!overNetwork || auth === 'none') return
      const isCommand = COMMANDS.has(id)
      requireWindow(windowSessions, authorization, (token) => isCommand && windowSessions.isCommandToken(token))
    },
    handleOf: (operation) => handleOf(operation, handlers[operation.name]),
    translateFault: (fault) => translateFault(fault) ?? nameCryptoFault(fault),
    faultMessage: 'The program failed at this.',
  })
}

function handleOf(operation: Operation, handler: AnyWorkbenchHandler | undefined): Handle<void> {
  if (handler === undefined) throw new Error(`operation ${operation.id} has no handler`)
  const { status, body, file } = operation.success
  return async (_admitted, input) => {
    try {
      const result: unknown = await handler(input)
      return { ok: true, status, body: body?.parse(result), ...(file && { file }) }
    } catch (fault) {
      // A refusal of the service is passed on unchanged.
      if (fault instanceof CallError) {
        const { status, errors, retryAfterSeconds } = fault
        return { ok: false, status, body: { errors }, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
      }
      throw fault
    }
  }
}

function nameCryptoFault(fault: unknown): ServiceError | undefined {
  if (!(fault instanceof CryptoError)) return undefined
  switch (fault.code) {
    case 'secret_string_invalid':
    case 'unsupported_version':
      return new ServiceError('secret_string_invalid', sentenceText(asPhrase(fault)), { cause: fault })
    case 'cannot_open':
    case 'wrong_key':
    case 'malformed_envelope':
    case 'key_invalid':
    case 'public_key_invalid':
      return new ServiceError('value_cannot_be_opened', phrase`What is stored does not open: ${asPhrase(fault)}.`, {
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
