import type { Send } from '../../../shared/contract/caller.ts'
import { callOver } from '../../../shared/contract/caller.ts'
import { missingField, ServiceError } from '../../../shared/contract/errors.ts'
import { vaultOperations, serviceOperations } from '../../../shared/contract/index.ts'
import type { InputFor, Operation } from '../../../shared/contract/operation.ts'
import type { OperatorConsole, workbenchOperatorOperations } from '../../../shared/contract/workbench-operator.ts'
import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import type { LocalKey } from '../../crypto/keys.ts'
import { wipe } from '../../crypto/keys.ts'
import { hashToken, newSecretToken } from '../../crypto/token.ts'
import type { WorkspaceJournal } from '../journal/journal.ts'
import { refuseRemembering } from './remembering.ts'
import type { OperatorPasswordStore } from './operator-password-store.ts'
import { openOperatorPassword, sealOperatorPassword } from './operator-password.ts'

interface OperatorConsoleOptions {
  readonly store: OperatorPasswordStore
  /** Calls the service without any credentials. */
  readonly send: Send
  readonly localKey: LocalKey
  /** Whether the password may be stored: in an unprotected workspace it would be next to its key. */
  readonly mayRemember: boolean
  readonly journal: Pick<WorkspaceJournal, 'asWindow'>
  readonly onChange: () => void
}

type BodyOf<Name extends keyof typeof workbenchOperatorOperations> = InputFor<
  (typeof workbenchOperatorOperations)[Name]
>['body']
type Request = Parameters<Send>[0]

export type OperatorConsoleOfWorkspace = ReturnType<typeof createOperatorConsole>

/**
 * Lets the window act as operator of an open workspace. The password is held while the console is open and overwritten
 * when it closes; the service checks it at every call, and limits the attempts.
 */
export function createOperatorConsole(options: OperatorConsoleOptions) {
  const { store, send, localKey, journal, onChange } = options
  let held: Buffer | undefined
  /** Rises when the console is closed or its password set, which voids an opening that began before. */
  let generation = 0
  let isOver = false

  return { state, setPassword, open, close, withPassword: withHeldPassword, wipe: end }

  function state(): OperatorConsole {
    const shown = held === undefined ? 'closed' : 'open'
    return { state: store.hash() === undefined ? 'none' : shown, remembered: store.sealed() !== undefined }
  }

  /** @returns the password where it was made; null where it was given */
  function setPassword({ password, remember }: BodyOf<'operatorPasswordSet'>): string | null {
    refuseRemembering(remember, options.mayRemember)
    generation += 1
    const used = password ?? newSecretToken()
    store.save({ hash: hashToken(used), sealed: remember ? sealOperatorPassword(localKey, used) : undefined })
    hold(used)
    return password === null ? used : null
  }

  /**
   * @throws {CallError} the service's refusal of a wrong password, or of too many
   * @throws {ServiceError} `operator_locked` when the console was closed or the password changed meanwhile
   */
  async function open({ password, remember }: BodyOf<'operatorOpen'>): Promise<void> {
    refuseRemembering(remember, options.mayRemember)
    const used = password?.trim() ?? rememberedPassword(options)
    if (used === undefined || used === '') throw missingField('password')
    const began = generation
    const callWith = callOver((request) => journal.asWindow(() => send(withPassword(request, used))))
    await callWith(vaultOperations.systemStatusGet, {})
    if (isOver) throw new ServiceError('workspace_locked', 'The workspace was locked meanwhile.')
    if (began !== generation) throw new ServiceError('operator_locked', 'The operator console was closed meanwhile.')
    if (remember) store.saveSealed(sealOperatorPassword(localKey, used))
    hold(used)
  }

  function close(forget: boolean): void {
    generation += 1
    if (forget) store.saveSealed(undefined)
    drop()
    onChange()
  }

  /** The request with the password that is held. @throws {ServiceError} `operator_locked` */
  function withHeldPassword(request: Request): Request {
    if (held === undefined) throw new ServiceError('operator_locked', 'Open the operator console first.')
    return withPassword(request, held.toString('utf8'))
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

  /** Closes it permanently, because the workspace is locked. */
  function end(): void {
    isOver = true
    drop()
  }
}

function rememberedPassword({
  store,
  localKey,
}: Pick<OperatorConsoleOptions, 'store' | 'localKey'>): string | undefined {
  const sealed = store.sealed()
  return sealed && openOperatorPassword(localKey, sealed)
}

function withPassword(request: Request, password: string): Request {
  return { ...request, headers: { admin_password: password } }
}

/** Events that change what waits for review. */
const QUEUE_EVENTS = /^(?:organization|service)\./
/** Calls that change what waits for review, even without an event: a request can be edited. */
const QUEUE_PATHS = /^\/organizations(?!.*\/(?:members|login)\b)/
const CATALOGUE_PATH = /^\/system\//

type Part = Extract<WorkbenchEvent, { type: 'operator' }>['part']

/** The parts of the operator console that a writing operation changes, by id. */
const partsChangedBy: ReadonlyMap<string, readonly Part[]> = new Map(
  serviceOperations
    .filter(({ api, method }) => api === 'vault' && method !== 'GET' && method !== 'HEAD')
    .map((operation) => [operation.id, partsOf(operation)]),
)

function partsOf({ auth, path }: Operation): readonly Part[] {
  if (QUEUE_PATHS.test(path)) return ['queue']
  if (auth !== 'operator' && auth !== 'operator_user') return []
  return CATALOGUE_PATH.test(path) ? ['catalogue', 'audit'] : ['audit']
}

/** Notifies the window of the part of the operator console that changed, by anybody. */
export function createOperatorNotices(announce: (event: WorkbenchEvent) => void) {
  const waiting = new Set<Part>()

  /** One notice for all events of a call, which has one for each user concerned. */
  function tell(part: Part): void {
    if (waiting.size === 0) {
      queueMicrotask(() => {
        const parts = [...waiting]
        waiting.clear()
        for (const one of parts) announce({ type: 'operator', part: one })
      })
    }
    waiting.add(part)
  }

  return {
    noteEvent({ name }: { readonly name: string }): void {
      if (QUEUE_EVENTS.test(name)) tell('queue')
    },
    noteWrite(operationId: string): void {
      for (const part of partsChangedBy.get(operationId) ?? []) tell(part)
    },
  }
}
