import { admissionTokenOperations } from '../../shared/contract/admission-tokens.ts'
import { keystoreComponentOperations, vaultComponentOperations } from '../../shared/contract/component.ts'
import { ServiceError } from '../../shared/contract/errors.ts'
import { serviceOperations } from '../../shared/contract/index.ts'
import { metricsOperations } from '../../shared/contract/metrics.ts'
import { operatorEventOperations } from '../../shared/contract/operator-events.ts'
import { userOperations } from '../../shared/contract/users.ts'
import { vaultSessionOperations } from '../../shared/contract/vault-sessions.ts'
import type { LocalKey } from '../crypto/keys.ts'
import { hashToken, newAccessToken } from '../crypto/token.ts'
import { uuidV7Source } from '../crypto/uuid-v7.ts'
import type { ExchangeAdministration } from '../exchange/exchange-administration.ts'
import type { VaultOfDelegations } from '../keystore/delegations/vault-of-delegations.ts'
import type { OidcAdministration } from '../keystore/oidc/oidc-administration.ts'
import { createActing } from '../service/acting-for-another.ts'
import { createAttemptLimiter, NOT_STORED } from '../service/attempt-limiter.ts'
import { createAuthenticator } from '../service/authenticate.ts'
import type { AuthenticationSettings } from '../service/authenticate.ts'
import { keystoreComponentHandlers, vaultComponentHandlers } from '../service/component-handlers.ts'
import { sqliteCredentialStore, sqliteFailedAttemptStore } from '../service/credential-store.ts'
import { sqliteDelegationLookups } from '../service/acting-store.ts'
import type { Dispatcher } from '../service/dispatch.ts'
import { storedEvent } from '../service/emitted-events.ts'
import type { StoredEvent } from '../service/emitted-events.ts'
import type { ErasureClock } from '../service/erasure-clock.ts'
import { createErasureClock } from '../service/erasure-clock.ts'
import { sqliteEventStore } from '../service/event-store.ts'
import { byId } from '../service/handler-table.ts'
import type { BlockFiles, Log, InTransaction, SteadyClock } from '../service/ports.ts'
import { isoTime } from '../service/ports.ts'
import { andThen } from '../service/maybe-promise.ts'
import { createServiceDispatcher } from '../service/service-dispatch.ts'
import type { ServiceDispatchDependencies } from '../service/service-dispatch.ts'
import { sqliteClockReadingStore, sqliteSessionUseStore, sqliteSessionStore } from '../service/session-store.ts'
import { createSessionUses } from '../service/session-uses.ts'
import { createSessionIssuer } from '../service/sessions.ts'
import type { SessionStore } from '../service/sessions.ts'
import { createUnusedLogins } from '../service/unused-logins.ts'
import type { UnusedLogins } from '../service/unused-logins.ts'
import { createTimedChanges } from '../service/timed-work.ts'
import { blockFilesInMemory } from '../sqlite/block-files.ts'
import type { Connection } from '../sqlite/database.ts'
import { isDiskFull, translateStorageFault } from '../sqlite/database.ts'
import { migrate } from '../sqlite/migrate.ts'
import { MIGRATIONS } from '../sqlite/migrations/all.ts'
import type { LongTransactions } from '../sqlite/long-transactions.ts'
import { longTransactionsOf } from '../sqlite/long-transactions.ts'
import { tableWatchOf } from '../sqlite/table-watch.ts'
import type { ConnectionStore } from '../vault/connections/connection-store.ts'
import { connectionStore } from '../vault/connections/connection-store.ts'
import { metricsHandlers } from '../vault/metrics/metrics-handlers.ts'
import { metricsStore } from '../vault/metrics/metrics-store.ts'
import { operatorEventStore } from '../vault/operator-events/operator-event-store.ts'
import { operatorEventHandlers, createOperatorEvents } from '../vault/operator-events/operator-record.ts'
import { sessionCreated } from '../vault/users/session-events.ts'
import { vaultSessionHandlers } from '../vault/sessions/vault-session-handlers.ts'
import type { Leave } from '../vault/users/delete-user.ts'
import { createUserDeleter, deleteDueUsers, finishDeletions } from '../vault/users/delete-user.ts'
import { admissionTokenHandlers, userHandlers } from '../vault/users/user-handlers.ts'
import type { UserStore } from '../vault/users/user-store.ts'
import { userStore } from '../vault/users/user-store.ts'
import type { ListenOnNetwork } from '../verifier/network-access.ts'
import type { VerifierAdministration } from '../verifier/verifier-administration.ts'
import { sqliteDefinitionUses } from '../verifier/verifier-request-store.ts'
import type { PostJson } from '../verifier/webhook.ts'
import { addressSigner, wireAttachments } from './attachment-wiring.ts'
import { wireCatalogue } from './catalogue-wiring.ts'
import { wireConnections, wireOrganizations } from './connection-wiring.ts'
import type { ConnectionSettings } from './connection-wiring.ts'
import { wireExchange } from './exchange-wiring.ts'
import { wireItems } from './item-wiring.ts'
import type { ItemSettings } from './item-wiring.ts'
import { wireAdmissionTokens, wireDelegationsOfVault, wireKeystore } from './keystore-wiring.ts'
import type { KeystoreSettings } from './keystore-wiring.ts'
import { wireOidc } from './oidc-wiring.ts'
import type { OidcSettings } from './oidc-wiring.ts'
import { wireSharing } from './sharing-wiring.ts'
import { wireVerifier } from './verifier-wiring.ts'

interface MetricsWiring {
  readonly connection: Connection
  readonly users: UserStore
  readonly log: Log
}

/** Joins usage numbers with their tables. */
function wireMetrics({ connection, users, log }: MetricsWiring) {
  const store = metricsStore(connection)
  return {
    handlers: byId(metricsOperations, metricsHandlers({ metrics: store, users })),
    usedBytes: (userId: string) => store.uploadedBytes(userId),
    uses: createSessionUses(sqliteSessionUseStore(connection), log),
  }
}

export interface ServiceOptions {
  readonly connection: Connection
  readonly clock: SteadyClock
  readonly log: Log
  readonly settings: AuthenticationSettings &
    KeystoreSettings &
    OidcSettings &
    ItemSettings &
    ConnectionSettings &
    FileSettings
  /** Seals what the service must show again, for example an unused admission token. */
  readonly localKey: LocalKey
  readonly blockFiles?: BlockFiles
  /** The state of the disk under the database; without it every write counts as durable. */
  readonly storage?: StoragePorts
  /** The verifier's base address for links and QR codes; by default the loopback address without a port. */
  readonly verifierAddress?: () => string
  /** How webhooks are sent; replaced only by tests. */
  readonly postWebhook?: PostJson
  /** Serves the wallet endpoints on the local network; without it that is refused. */
  readonly listenOnNetwork?: ListenOnNetwork
}

export interface FileSettings {
  /** The storage limit for the files of one user, in bytes. */
  readonly dataSizeLimitBytes?: number
}

const DATA_SIZE_LIMIT_BYTES = 100 * 1024 ** 3

/** Whether writes are durable. */
export interface StoragePorts {
  /** Undefined while writes are possible. */
  readonly obstacle: () => 'full' | 'read_only' | undefined
  /** Called when the disk is full. @returns whether space was freed, so that the write can be retried */
  readonly freeSpace: () => boolean
  /** Must be called before durable writes. @throws {StorageError} `moved` when the file was moved */
  readonly requirePlace: () => void
  /** Runs work whose writes may be lost in a crash. */
  readonly withoutDurability: <Result>(work: () => Result) => Result
  readonly translateFault: (fault: unknown) => ServiceError | undefined
}

const ALWAYS_DURABLE: StoragePorts = {
  obstacle: () => undefined,
  freeSpace: () => false,
  requirePlace: () => undefined,
  withoutDurability: (work) => work(),
  translateFault: translateStorageFault,
}

/** The pause between the portions of a large deletion, so that calls are not delayed. */
const BETWEEN_PORTIONS_MS = 10

/** Failed logins and operator passwords within a minute. */
const LOGIN_ATTEMPTS = { limit: 10, windowMs: 60_000 }

/** The running service: vault, key-store, exchange and verifier application over one database. */
export interface Service extends Dispatcher {
  /** Subscribes to events, which arrive once they are durable. Returns a function that unsubscribes. */
  subscribe(listener: (event: StoredEvent) => void): () => void
  /** Applies the changes that have fallen due; every call does this first. */
  applyDueChanges(nowMs: number): void
  /** The number of blocks missing at the start. */
  readonly missingBlocks: number
  /** The clock that limits which due data may be erased irreversibly. */
  readonly erasure: ErasureClock
  /** Starts the thread that the first long verification would otherwise have to start. */
  warmUp(): void
  /** Ends the threads, and resolves when they have ended. The caller closes the database and need not wait for that. */
  close(): Promise<void>
  /** The exchange as the window and the other parts of this program use it. */
  readonly exchange: ExchangeAdministration
  readonly forWallet: ReturnType<typeof wireExchange>['forWallet']
  readonly verifier: VerifierAdministration
  readonly oidc: OidcAdministration
}

/**
 * Joins stores, rules and handlers to one service. This is wiring only, without any rules.
 *
 * @throws {StorageError} `newer_version` when the database belongs to a newer program.
 */
export function createService(options: ServiceOptions): Service {
  const { connection, clock, log, settings, localKey, storage = ALWAYS_DURABLE } = options
  migrate(connection, MIGRATIONS)
  const listeners = new Set<(event: StoredEvent) => void>()
  const newId = uuidV7Source(() => clock.nowMs())
  const erasure = createErasureClock(sqliteClockReadingStore(connection), clock)
  const checkDatabase = probe(connection)
  const attempts = sqliteFailedAttemptStore(connection)
  const elapsedMs = () => clock.elapsedMs()
  const operatorAttempts = createAttemptLimiter(attempts, { name: 'operator', ...LOGIN_ATTEMPTS, elapsedMs })
  const failedLogins = createAttemptLimiter(NOT_STORED, { name: 'login', ...LOGIN_ATTEMPTS, elapsedMs })
  const users = userStore(connection)
  const unusedLogins = createUnusedLogins(users)
  const sessions = endingUnusedToo(sqliteSessionStore(connection), unusedLogins)
  const issueSession = createSessionIssuer(sessions, newAccessToken, hashToken)
  const issueLogin = createSessionIssuer(unusedLogins, newAccessToken, hashToken)
  const admissionTokens = wireAdmissionTokens(connection, localKey, sessions)
  const operatorEventRows = operatorEventStore(connection)
  const operatorEvents = createOperatorEvents(operatorEventRows)
  const addition = { newId, now: isoTime(clock.nowMs()) }
  const metrics = wireMetrics({ connection, users, log })
  const signer = addressSigner(connection, localKey)
  const limitBytes = settings.dataSizeLimitBytes ?? DATA_SIZE_LIMIT_BYTES
  const { usedBytes } = metrics
  const blockFiles = options.blockFiles ?? blockFilesInMemory()
  const acting = createActing(sqliteDelegationLookups(connection))
  const { stillActs } = acting
  const attachments = wireAttachments({
    connection,
    signer,
    stillActs,
    files: blockFiles,
    usedBytes,
    limitBytes,
    settleAt: { nowMs: clock.nowMs(), erasableMs: erasure.until(clock.nowMs()) },
    log,
  })
  const { publicFiles, filesOfSlots, folderOfSlot } = attachments
  const catalogue = wireCatalogue({ connection, signer, publicFiles, operatorEvents, addition })
  const connections = connectionStore(connection)
  const delegationsOfVault = wireDelegationsOfVault(connection)
  const shares = wireSharing({
    connection,
    connections,
    files: filesOfSlots,
    isTakenOver: delegationsOfVault.isTakenOver,
  })
  const forItems = { ...shares.forItems, files: filesOfSlots, folderOfSlot }
  const items = wireItems({ connection, settings, connections, ...forItems })
  const deleteLater: Leave = (change, userId) => {
    deleteUser(change, userId)
  }
  const organizations = wireOrganizations({
    connection,
    users,
    connections,
    issueSession,
    operatorEvents,
    sessions,
    deleteUser: deleteLater,
  })
  const people = wireConnections({
    connection,
    settings,
    localKey,
    users,
    connections,
    shares: shares.forConnections,
    memberships: organizations.forConnections,
    tasks: shares.tasks,
    keystore: delegationsOfVault,
    sessions,
    deleteUser: deleteLater,
  })
  const keystore = wireKeystore({
    connection,
    localKey,
    settings,
    sessions,
    issueSession,
    admissionTokens,
    failedAttempts: attempts,
    elapsedMs,
    vault: vaultOfDelegations(connections, people),
  })
  const isLastOwner = (userId: string) =>
    [userId, ...people.children.onlyChildrenOf(userId)].some(organizations.isLastOwner)
  const exchange = wireExchange({
    connection,
    localKey,
    clock,
    newId,
    log,
    readUses: sqliteDefinitionUses(connection),
    noteOperatorAct: (call, act) => {
      operatorEvents.note(call, act)
    },
  })
  const verifier = wireVerifier({
    connection,
    localKey,
    send: (request) => dispatcher.dispatch(request),
    subscriptionKey: () => exchange.administration.subscriptionKeys.own('verifier'),
    address: options.verifierAddress ?? (() => 'http://127.0.0.1/verifier'),
    log,
    post: options.postWebhook,
    listenOnNetwork: options.listenOnNetwork,
    clock,
    change(write) {
      changingDurably(write)
      timed.apply(clock.nowMs())
    },
  })
  const { deleteUser, deletePortion } = createUserDeleter(users, {
    atOnce: [people.children.leave, people.leaveAtOnce, organizations.leave],
    inParts: [
      { rows: 10, leave: shares.leave },
      { rows: 10, leave: people.leave },
    ],
    resumeSoon: () =>
      void setTimeout(() => {
        if (connection.open) timed.apply(clock.nowMs())
      }, BETWEEN_PORTIONS_MS).unref(),
  })

  const watch = tableWatchOf(connection)
  const events = sqliteEventStore(connection)
  const long = longTransactionsOf(connection)
  const inTransaction = retryingOnFullDisk(connection, long, storage)
  const inVolatileTransaction: InTransaction = (work) => storage.withoutDurability(() => inTransaction(work))
  const onEvent = (event: StoredEvent): void => {
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (fault) {
        log.error('a subscriber failed on an event', fault) // the change is durable, so nothing is refused
      }
    }
  }
  const timed = createTimedChanges(
    [
      ...shares.timedWork,
      ...people.timedWork,
      ...verifier.timedWork,
      deleteDueUsers(users, deleteUser, isLastOwner),
      finishDeletions(users, deletePortion),
      people.children.timedWork,
      ...keystore.timedWork,
      ...attachments.timedWork, // last, because the others leave blocks to delete
    ].map((work) => ({ ...work, earliest: watch.caching(() => work.earliest()) })),
    {
      inTransaction: inVolatileTransaction,
      inRolledBackTransaction: rolledBackTransactions(connection),
      newId,
      events,
      erasure,
      onEvent,
      log,
    },
  )

  const changing: InTransaction = (work) => {
    timed.noteWrite()
    return inTransaction(() => {
      const result = work()
      attachments.noteUnlinked(isoTime(clock.nowMs()))
      return result
    })
  }
  const changingDurably: InTransaction = (work) => {
    storage.requirePlace()
    return changing(work)
  }
  const changingInSteps: ServiceDispatchDependencies['inLongTransaction'] = (work) => {
    storage.requirePlace()
    timed.noteWrite()
    function* noting(): ReturnType<typeof work> {
      const result = yield* work()
      attachments.noteUnlinked(isoTime(clock.nowMs()))
      return result
    }
    const changed = twiceOnFullDisk(() => long.run(noting), storage)
    return andThen(changed, (result) => {
      timed.noteWrite() // again, because others may have asked in between
      return result
    })
  }
  const oidc = wireOidc({
    connection,
    settings,
    sessions,
    newId,
    elapsedMs,
    inTransaction: changingDurably,
  })
  const credentials = sqliteCredentialStore(connection)
  const findSession = watch.cachingByKey(credentials.findSessionByTokenHash, elapsedMs)
  /** A login by public key becomes a session at the first use of its token. */
  const beginLogin = (tokenHash: Uint8Array) =>
    unusedLogins.begin(tokenHash, (session, userId) => {
      const now = isoTime(clock.nowMs())
      const event = storedEvent(sessionCreated(userId, session.id), { newId, creator: 'system', now })
      changing(() => {
        sessions.add(session)
        events.add(event)
      })
      onEvent(event)
    })
  const authenticate = createAuthenticator(
    {
      ...credentials,
      findSessionByTokenHash: (hash) => findSession(hash) ?? beginLogin(hash),
      noteKeyUse: exchange.administration.subscriptionKeys.noteUse,
    },
    { hashToken },
    settings,
    { operatorAttempts, actFor: acting.actFor, signInWithToken: oidc.signIn },
  )

  const dispatcher = createServiceDispatcher({
    operations: serviceOperations,
    handlers: {
      ...byId(
        vaultComponentOperations,
        vaultComponentHandlers(checkDatabase, () => storage.obstacle() ?? 'ok'),
      ),
      ...byId(keystoreComponentOperations, keystoreComponentHandlers(checkDatabase, clock.nowMs())),
      ...byId(
        vaultSessionOperations,
        vaultSessionHandlers({ users, sessions, issueSession, issueLogin, failedLogins }),
      ),
      ...byId(admissionTokenOperations, admissionTokenHandlers(admissionTokens, operatorEvents)),
      ...byId(operatorEventOperations, operatorEventHandlers(operatorEventRows)),
      ...byId(
        userOperations,
        userHandlers({
          users,
          admissionTokens,
          issueSession,
          deleteUser,
          isLastOwner,
          data: { usedBytes, limitBytes },
        }),
      ),
      ...items.handlers,
      ...catalogue.handlers,
      ...attachments.handlers,
      ...shares.handlers,
      ...people.handlers,
      ...organizations.handlers(people.connector),
      ...metrics.handlers,
      ...keystore.handlers,
      ...oidc.handlers,
      ...exchange.handlers,
      ...verifier.handlers,
    },
    authenticate: (...call) => storage.withoutDurability(() => authenticate(...call)),
    confirmDelegation: acting.confirm,
    noteUse: (userId, nowMs) => {
      storage.withoutDurability(() => {
        metrics.uses.note(userId, nowMs)
      })
    },
    applyDueChanges: timed.apply,
    asIfApplied: timed.asIfApplied,
    clock,
    newId,
    inReadTransaction: (work) => long.read(work),
    inTransaction: changingDurably,
    inLongTransaction: changingInSteps,
    inVolatileTransaction: (work) => storage.withoutDurability(() => changing(work)),
    events,
    onEvent,
    // A call that was being prepared when the workspace was locked finds no database.
    translateFault: (fault) =>
      connection.open
        ? storage.translateFault(fault)
        : new ServiceError('workspace_locked', 'The workspace is locked; unlock it in the window.'),
    log,
  })

  verifier.start()

  return {
    ...dispatcher,
    applyDueChanges: timed.apply,
    erasure,
    missingBlocks: attachments.missingBlocks,
    warmUp: exchange.warmUp,
    close() {
      verifier.close()
      return exchange.close()
    },
    exchange: exchange.administration,
    forWallet: exchange.forWallet,
    verifier: verifier.administration,
    oidc: oidc.administration,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The key store's calls to the vault about delegations and child users. */
function vaultOfDelegations(
  connections: ConnectionStore,
  { delegations, children }: ReturnType<typeof wireConnections>,
): VaultOfDelegations {
  return {
    delegateOf(token) {
      const side = connections.findByDelegation(token)
      return side && { vaultUserId: side.user_id, publicKey: side.user_public_key }
    },
    keyHandedOver: delegations.keyHandedOver,
    keyTakenOver: delegations.keyTakenOver,
    keyLost: delegations.keyLost,
    end: delegations.endByToken,
    children,
  }
}

/** Ending all sessions of a principal also ends those whose token was never used. */
function endingUnusedToo(sessions: SessionStore, unused: UnusedLogins): SessionStore {
  return {
    ...sessions,
    deleteAllOf(principal, exceptId) {
      unused.forget(principal)
      return sessions.deleteAllOf(principal, exceptId)
    },
  }
}

/** Runs work in a transaction, and once more if the disk was full and space could be freed. */
function retryingOnFullDisk(connection: Connection, long: LongTransactions, storage: StoragePorts): InTransaction {
  const run = connection.transaction((work: () => unknown) => work()) // once, because it costs as much as preparing
  const immediate = <Result>(work: () => Result) => run.immediate(work) as Result // what the work returned
  return (work) => {
    long.finish()
    return connection.inTransaction ? immediate(work) : twiceOnFullDisk(() => immediate(work), storage)
  }
}

function twiceOnFullDisk<Result>(run: () => Result, { freeSpace }: StoragePorts): Result {
  const again = (fault: unknown): Result => {
    if (!isDiskFull(fault) || !freeSpace()) throw fault
    return run()
  }
  try {
    const result = run()
    return result instanceof Promise ? (result.catch(again) as Result) : result // a promise of the same
  } catch (fault) {
    return again(fault)
  }
}

/** Runs work in a transaction that is always rolled back. */
function rolledBackTransactions(connection: Connection): InTransaction {
  return (work) => {
    try {
      connection.exec('BEGIN IMMEDIATE')
    } catch {
      return work() // nothing can be written, but the work can read
    }
    try {
      return work()
    } finally {
      rollBack(connection)
    }
  }
}

/** A full disk may have ended the transaction already. */
function rollBack(connection: Connection): void {
  if (connection.inTransaction) connection.exec('ROLLBACK')
}

function probe(connection: Connection): () => void {
  const statement = connection.prepare('SELECT count(*) FROM sqlite_schema')
  return () => statement.get()
}
