import { ServiceError } from '../../shared/contract/errors.ts'
import { exchangeOperations, serviceOperations } from '../../shared/contract/index.ts'
import type { LocalKey } from '../crypto/keys.ts'
import { wipe } from '../crypto/keys.ts'
import type { PassphraseCost } from '../crypto/passphrase.ts'
import { IN_PROCESS } from '../service/call.ts'
import type { Dispatcher } from '../service/dispatch.ts'
import type { StoredEvent } from '../service/events.ts'
import type { ExchangeAdministration } from '../exchange/administration.ts'
import type { Clock, IdSource, Log } from '../service/ports.ts'
import type { VerifierAdministration } from '../verifier/administration.ts'
import type { FailureReply, ServiceReply } from '../service/reply.ts'
import { failureReply } from '../service/reply.ts'
import type { CheckedFile } from './checked-file-port.ts'
import type { EventFeed } from './event-feed.ts'
import type { WorkspaceJournal } from './journal.ts'
import type { Desk } from './desk.ts'
import { createDesk } from './desk.ts'
import type { DemoIssuers } from '../wallet/issuer/demo-issuers.ts'
import { openWallets } from './open-wallets.ts'
import type { WalletSurroundings, WithWallet } from './open-wallets.ts'
import type { OperatorDeskOfWorkspace } from './operator-desk.ts'
import { createOperatorDesk } from './operator-desk.ts'
import { createOperatorNotices } from './operator-notices.ts'
import type { OperatorPasswordStore } from './operator-password-store.ts'
import { storePresentedItem } from './presented-item.ts'
import type { WorkbenchUsers } from './users.ts'
import { createUsers } from './users.ts'
import type { WorkbenchSettingsStore } from './workbench-settings-store.ts'
import type { WorkbenchAgentStore } from './workbench-agent-store.ts'
import type { WorkbenchUserStore } from './workbench-user-store.ts'
import type { WorkspaceRecord } from './workspace-store.ts'

/** The service of one workspace over its database, as the composition opens it. */
export interface RunningVault {
  readonly service: Dispatcher & {
    subscribe(listener: (event: StoredEvent) => void): () => void
    readonly exchange: ExchangeAdministration
    readonly verifier: VerifierAdministration
  }
  readonly users: WorkbenchUserStore
  readonly agents: WorkbenchAgentStore
  readonly settings: WorkbenchSettingsStore
  readonly operatorPassword: OperatorPasswordStore
  readonly wallet: WalletSurroundings
  readonly issuers: (onChange: () => void) => DemoIssuers
  readonly file: CheckedFile
  /** Writes everything back and closes the database. */
  close(): Promise<void>
}

/** A workspace that is open: its service, and its users with their keys. */
export interface OpenWorkspace {
  readonly record: WorkspaceRecord
  /** Answers 423 once the workspace is closed, however late a caller comes. */
  readonly service: Dispatcher
  readonly users: WorkbenchUsers
  readonly exchange: ExchangeAdministration
  readonly verifier: VerifierAdministration
  /** Calls of the window with its own subscription key. */
  readonly desk: Desk
  readonly operator: OperatorDeskOfWorkspace
  readonly withWallet: WithWallet
  readonly issuers: DemoIssuers
  /** By the clock of the workspace. */
  readonly nowMs: () => number
  readonly file: CheckedFile
  /** Signs everybody out, overwrites every key, closes the database. */
  close(): Promise<void>
}

export interface OpenWorkspaceOptions {
  readonly record: WorkspaceRecord
  readonly vault: RunningVault
  readonly localKey: LocalKey
  readonly clock: Clock
  readonly newId: IdSource
  readonly journal: WorkspaceJournal
  readonly feed: EventFeed
  readonly cost: PassphraseCost | undefined
  readonly onWrite: () => void
  readonly log: Log
}

export function openWorkspace(options: OpenWorkspaceOptions): OpenWorkspace {
  const { record, vault, localKey, clock, newId, journal, feed, cost } = options
  let isOpen = true
  const service = guard(vault.service, () => isOpen, noteWrite)
  const mayRemember = record.protected || record.demo
  const users = createUsers({
    store: vault.users,
    agents: vault.agents,
    settings: vault.settings,
    send: (request) => service.dispatch(request),
    localKey,
    mayRemember,
    clock,
    newId,
    journal,
    announce: (event) => {
      feed.announce(event)
    },
    cost,
    log: options.log,
  })
  const notices = createOperatorNotices((event) => {
    feed.announce(event)
  })
  const subscriptions = [
    vault.service.subscribe((event) => {
      users.noteEvent(event)
      notices.noteEvent(event)
    }),
    vault.service.exchange.subscribe((part) => {
      options.onWrite()
      feed.announce({ type: 'exchange', part })
    }),
    vault.service.verifier.subscribe((change) => {
      options.onWrite()
      feed.announce(
        change === 'settings' ? { type: 'exchange', part: 'settings' } : { type: 'verifier-request', ...change },
      )
    }),
  ]
  vault.service.verifier.surroundWith({
    watchCalls: (send) => journal.observe(send, null, 'verifier'),
    storeItem: (userId, item) => users.withAccount(userId, ({ account }) => storePresentedItem(account, item)),
  })
  const { subscriptionKeys } = vault.service.exchange
  const desk = createDesk({
    send: (request) => service.dispatch(request),
    subscriptionKey: () => subscriptionKeys.own('window'),
    journal,
  })
  const operator = createOperatorDesk({
    store: vault.operatorPassword,
    send: (request) => service.dispatch(request),
    users,
    localKey,
    mayRemember,
    journal,
    onChange() {
      options.onWrite()
      feed.announce({ type: 'operator', part: 'state' })
    },
  })
  const issuers = vault.issuers(() => {
    options.onWrite()
    feed.announce({ type: 'exchange', part: 'issued' })
  })
  const stage = { issuers, send: desk.send, lab: vault.service.verifier.lab }
  const wallets = openWallets({ surroundings: vault.wallet, service, stage, users, clock, newId, journal, feed })
  return {
    record,
    service,
    users,
    exchange: vault.service.exchange,
    verifier: vault.service.verifier,
    desk,
    operator,
    withWallet: wallets.withWallet,
    issuers,
    nowMs: () => clock.nowMs(),
    file: vault.file,
    async close() {
      if (!isOpen) return
      operator.wipe()
      await users.close()
      await wallets.settled() // without keys they end soon
      isOpen = false
      await vault.service.verifier.network.close()
      for (const unsubscribe of subscriptions) unsubscribe()
      try {
        await vault.close()
      } finally {
        wipe(localKey) // also when the disk is full
      }
    },
  }

  function noteWrite(operationId: string): void {
    options.onWrite()
    notices.noteWrite(operationId)
    if (operationId === createPresentationDefinition.id) feed.announce({ type: 'exchange', part: 'definitions' })
  }
}

const { createPresentationDefinition } = exchangeOperations
const writingOperations = new Set(
  serviceOperations.filter(({ method }) => method !== 'GET' && method !== 'HEAD').map(({ id }) => id),
)

/** Stands between callers and the service, because a caller may be admitted before the workspace closes and run after. */
function guard(service: Dispatcher, isOpen: () => boolean, onWrite: (operationId: string) => void): Dispatcher {
  const admit: Dispatcher['admit'] = (operationId, headers, origin) => {
    if (!isOpen()) return lockedReply(headers)
    const admission = service.admit(operationId, headers, origin)
    if (!admission.ok) return admission
    const finish = (reply: ServiceReply): ServiceReply => {
      if (reply.ok && writingOperations.has(operationId)) onWrite(operationId)
      // Closed while the call was being prepared: what it then could not do was not its fault.
      return reply.ok || isOpen() ? reply : lockedReply(headers)
    }
    return {
      ok: true,
      run(input) {
        if (!isOpen()) return lockedReply(headers)
        const reply = admission.run(input)
        return reply instanceof Promise ? reply.then(finish) : finish(reply)
      },
    }
  }
  return {
    admit,
    dispatch(request) {
      const admission = admit(request.operation, request.headers ?? {}, IN_PROCESS)
      return Promise.resolve(admission.ok ? admission.run(request) : admission)
    },
  }
}

function lockedReply(headers: Parameters<typeof failureReply>[1]): FailureReply {
  return failureReply(new ServiceError('workspace_locked', 'the workspace is locked; unlock it in the window'), headers)
}
