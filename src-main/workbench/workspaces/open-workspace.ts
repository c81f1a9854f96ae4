import type { Send } from '../../../shared/contract/caller.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { exchangeOperations, serviceOperations } from '../../../shared/contract/index.ts'
import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import type { LockSettings } from '../../../shared/contract/workbench-locks.ts'
import { NO_LOCKS, PROTECTED_LOCKS } from '../../../shared/contract/workbench-locks.ts'
import type { Account } from '../../client/account/account.ts'
import { createItem } from '../../client/items/sealed-items.ts'
import type { PassphraseCost } from '../../crypto/passphrase.ts'
import type { WorkspaceKeys } from '../../crypto/workspace-keys.ts'
import { wipeKeys } from '../../crypto/workspace-keys.ts'
import type { ExchangeAdministration } from '../../exchange/exchange-administration.ts'
import { andThen } from '../../service/maybe-promise.ts'
import type { OidcAdministration } from '../../keystore/oidc/oidc-administration.ts'
import type { Admission, Dispatcher } from '../../service/dispatch.ts'
import { dispatchBy } from '../../service/dispatch.ts'
import type { StoredEvent } from '../../service/emitted-events.ts'
import type { RequestHeaders } from '../../service/headers.ts'
import type { Clock, IdSource, Log } from '../../service/ports.ts'
import type { FailureReply, ServiceReply } from '../../service/reply.ts'
import { failureReply } from '../../service/reply.ts'
import type { DisclosedField } from '../../verifier/disclosed-fields.ts'
import type { VerifierAdministration } from '../../verifier/verifier-administration.ts'
import type { DemoIssuers } from '../../wallet/issuer/demo-issuers.ts'
import type { UserFiles, UserFilesOptions } from '../files/user-files.ts'
import { createUserFiles } from '../files/user-files.ts'
import type { Forward } from '../users/forward.ts'
import { createForward } from '../users/forward.ts'
import type { EventFeed } from '../journal/event-feed.ts'
import type { WorkspaceJournal } from '../journal/journal.ts'
import type { OperatorConsoleOfWorkspace } from '../operator/operator-console.ts'
import { createOperatorConsole, createOperatorNotices } from '../operator/operator-console.ts'
import type { OperatorPasswordStore } from '../operator/operator-password-store.ts'
import type { TestIssuerStore } from '../token-issuers/test-issuer-store.ts'
import type { TokenIssuers } from '../token-issuers/token-issuers.ts'
import { createTokenIssuers } from '../token-issuers/token-issuers.ts'
import type { WorkbenchUsers } from '../users/simulated-users.ts'
import { createUsers } from '../users/simulated-users.ts'
import type { WorkbenchAgentStore } from '../users/workbench-agent-store.ts'
import type { WorkbenchDelegationStore } from '../users/workbench-delegation-store.ts'
import type { WorkbenchUserStore } from '../users/workbench-user-store.ts'
import type { BackedUp } from '../backups/backups.ts'
import { openWallets } from './open-wallets.ts'
import type { WorkspaceWalletPorts, WithWallet } from './open-wallets.ts'
import type { WorkbenchSettingsStore } from '../users/workbench-settings-store.ts'
import type { WorkspaceRecord } from './workspace-store.ts'

/** The state of a workspace's file, and functions to check it. */
export interface CheckedFile {
  /** Problems found when it was opened, as texts. */
  readonly notices: readonly string[]
  /** Whether a check is due: after a crash, after a week, or, if protected, since it was opened. */
  isCheckDue(nowMs: number): boolean
  /** Checks the file. @returns its problems @throws {ServiceError} `storage_read_only` */
  check(): Promise<readonly string[]>
  /** The regular check; for a large protected file that was closed properly only a part each time. */
  runDueCheck(nowMs: number): Promise<readonly string[]>
  /** Records that a person has seen the problems. */
  markNoticesShown(): void
  /** How to back up this database; undefined for one in memory. */
  readonly backup: Omit<BackedUp, 'record'> | undefined
}

const LONGEST_LABEL = 255

/** Seals the disclosed claims of a presentation as a new item of the user. @returns what was done, as a sentence */
async function storePresentedItem(
  account: Account,
  { label, fields }: { readonly label: string; readonly fields: readonly DisclosedField[] },
): Promise<string> {
  const descriptors = new Set(fields.map(({ descriptor }) => descriptor))
  const slots = fields.map(({ descriptor_name, name, value }) => ({
    // The same claim may come from several credentials.
    label: (descriptors.size > 1 ? `${descriptor_name}: ${name}` : name).slice(0, LONGEST_LABEL),
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))
  await createItem(account, { template_name: 'custom', label: label.slice(0, LONGEST_LABEL), slots, tags: [] })
  return `an item with ${slots.length} ${slots.length === 1 ? 'field' : 'fields'} was stored`
}

/** The service of one workspace over its database, as the composition opens it. */
export interface RunningVault {
  readonly service: Dispatcher & {
    subscribe(listener: (event: StoredEvent) => void): () => void
    readonly exchange: ExchangeAdministration
    readonly verifier: VerifierAdministration
    readonly oidc: OidcAdministration
  }
  readonly users: WorkbenchUserStore
  readonly agents: WorkbenchAgentStore
  readonly delegations: WorkbenchDelegationStore
  readonly settings: WorkbenchSettingsStore
  readonly operatorPassword: OperatorPasswordStore
  readonly wallet: WorkspaceWalletPorts
  readonly issuers: (onChange: () => void) => DemoIssuers
  readonly testIssuers: TestIssuerStore
  readonly file: CheckedFile
  readonly uploadStoreOf: UserFilesOptions['uploadStoreOf']
  /** Ends the creation of a workspace: from now on its data survives a power failure. */
  readonly makeDurable: () => void
  /** Writes everything back and closes the database. */
  close(): Promise<void>
}

/** A workspace that is open: its service, and its users with their keys. */
export interface OpenWorkspace {
  readonly record: WorkspaceRecord
  /** Answers 423 once the workspace is closed, however late a caller comes. */
  readonly service: Dispatcher
  readonly users: WorkbenchUsers
  readonly files: UserFiles
  readonly exchange: ExchangeAdministration
  readonly verifier: VerifierAdministration
  /** Calls the service with the subscription key of the window; nothing is masked in its answers. */
  readonly sendWithKey: Send
  readonly forward: Forward
  readonly operator: OperatorConsoleOfWorkspace
  readonly withWallet: WithWallet
  /** Tells the windows. */
  readonly announce: (event: WorkbenchEvent) => void
  readonly issuers: DemoIssuers
  /** Issuers of OpenID Connect. */
  readonly tokenIssuers: TokenIssuers
  /** The time by the clock of the workspace. */
  readonly nowMs: () => number
  readonly file: CheckedFile
  readonly makeDurable: RunningVault['makeDurable']
  /** The settings for automatic locking. */
  readonly locks: { get(): LockSettings; save(locks: LockSettings): void }
  /** Signs everybody out, overwrites every key, closes the database. */
  close(): Promise<void>
}

interface OpenWorkspaceOptions {
  readonly record: WorkspaceRecord
  readonly vault: RunningVault
  /** Wiped when it closes. */
  readonly keys: WorkspaceKeys
  readonly clock: Clock
  readonly newId: IdSource
  readonly journal: WorkspaceJournal
  readonly feed: EventFeed
  readonly cost: PassphraseCost | undefined
  readonly onWrite: () => void
  readonly log: Log
}

export function openWorkspace(options: OpenWorkspaceOptions): OpenWorkspace {
  const { record, vault, keys, clock, newId, journal, feed, cost } = options
  const localKey = keys.local
  let isOpen = true
  const service = guard(vault.service, () => isOpen, noteWrite)
  const mayRemember = record.protected || record.demo
  const users = createUsers({
    store: vault.users,
    agents: vault.agents,
    delegations: vault.delegations,
    settings: vault.settings,
    wallets: vault.wallet.store,
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
  const announce = (event: WorkbenchEvent): void => {
    feed.announce(event)
  }
  const files = createUserFiles({ uploadStoreOf: vault.uploadStoreOf, clock, newId, announce, log: options.log })
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
  vault.service.verifier.connectTo({
    watchCalls: (send) => journal.observe(send, null, 'verifier'),
    storeItem: (userId, item) => users.withAccount(userId, ({ account }) => storePresentedItem(account, item)),
  })
  const { subscriptionKeys } = vault.service.exchange
  const send = journal.observe((request) => service.dispatch(request), null)
  const sendFor =
    (purpose: 'window' | 'scenarios'): Send =>
    (request) => {
      const headers = { 'service-subscription-key': subscriptionKeys.own(purpose) }
      return journal.asWindow(() => send({ ...request, headers }))
    }
  const sendWithKey = sendFor('window')
  const operator = createOperatorConsole({
    store: vault.operatorPassword,
    send,
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
  const tokenIssuers = createTokenIssuers({
    oidc: vault.service.oidc,
    store: vault.testIssuers,
    localKey,
    clock,
    newId,
    send,
    onWrite: options.onWrite,
  })
  const { scenarioControls } = vault.service.verifier
  const isStored = (definitionId: string) => vault.service.exchange.definitions.has(definitionId)
  const parties = { issuers, send: sendFor('scenarios'), scenarioControls, isStored }
  const wallets = openWallets({ walletPorts: vault.wallet, service, parties, users, clock, newId, journal, feed })
  return {
    record,
    service,
    users,
    files,
    exchange: vault.service.exchange,
    verifier: vault.service.verifier,
    sendWithKey,
    operator,
    forward: createForward({ users, operator, send, sendWithKey, journal }),
    withWallet: wallets.withWallet,
    announce,
    issuers,
    tokenIssuers,
    nowMs: () => clock.nowMs(),
    file: vault.file,
    makeDurable: vault.makeDurable,
    locks: lockSettings(record, vault.settings, options.onWrite),
    async close() {
      if (!isOpen) return
      operator.wipe()
      await users.close()
      await files.close()
      await wallets.settled() // without keys they end soon
      isOpen = false
      await vault.service.verifier.network.close()
      for (const unsubscribe of subscriptions) unsubscribe()
      try {
        await vault.close()
      } finally {
        wipeKeys(keys) // also when the disk is full
      }
    },
  }

  function noteWrite(operationId: string): void {
    options.onWrite()
    notices.noteWrite(operationId)
    if (operationId === createPresentationDefinition.id) feed.announce({ type: 'exchange', part: 'definitions' })
  }
}

/** Read once: they are asked for every second. */
function lockSettings(
  { protected: isProtected, demo }: WorkspaceRecord,
  settings: WorkbenchSettingsStore,
  onWrite: () => void,
): OpenWorkspace['locks'] {
  let locks = settings.locks() ?? (isProtected && !demo ? PROTECTED_LOCKS : NO_LOCKS)
  return {
    get: () => locks,
    save(next) {
      settings.saveLocks(next)
      locks = next
      onWrite()
    },
  }
}

const { createPresentationDefinition } = exchangeOperations
const writingOperations = new Set(
  serviceOperations.filter(({ method }) => method !== 'GET' && method !== 'HEAD').map(({ id }) => id),
)

/** Guards the service, because a caller may be admitted before the workspace closes and run after. */
function guard(service: Dispatcher, isOpen: () => boolean, onWrite: (operationId: string) => void): Dispatcher {
  const admit: Dispatcher['admit'] = (operationId, headers, origin) => {
    if (!isOpen()) return lockedReply(headers)
    return andThen(service.admit(operationId, headers, origin), (admission) => guarded(operationId, headers, admission))
  }
  function guarded(
    operationId: string,
    headers: RequestHeaders,
    admission: Admission | FailureReply,
  ): Admission | FailureReply {
    if (!admission.ok) return admission
    const finish = (reply: ServiceReply): ServiceReply => {
      if (reply.ok && writingOperations.has(operationId)) onWrite(operationId)
      // A call during which it was closed is not to blame for its failure.
      return reply.ok || isOpen() ? reply : lockedReply(headers)
    }
    return {
      ...admission,
      run(input) {
        if (!isOpen()) return lockedReply(headers)
        return andThen(admission.run(input), finish)
      },
    }
  }
  return { admit, dispatch: (request) => dispatchBy(admit, request) }
}

function lockedReply(headers: Parameters<typeof failureReply>[1]): FailureReply {
  return failureReply(
    new ServiceError('workspace_locked', 'The workspace is locked; unlock it in the window.'),
    headers,
  )
}
