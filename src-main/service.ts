import { serviceOperations } from '../shared/contract/index.ts'
import { admissionTokenOperations } from '../shared/contract/admission-tokens.ts'
import { keystoreComponentOperations, vaultComponentOperations } from '../shared/contract/component.ts'
import { userOperations } from '../shared/contract/users.ts'
import { vaultSessionOperations } from '../shared/contract/vault-sessions.ts'
import type { LocalKey } from './crypto/keys.ts'
import { hashToken, newAccessToken } from './crypto/token.ts'
import { uuidV7Source } from './crypto/uuid-v7.ts'
import { wireItems } from './item-wiring.ts'
import type { ItemSettings } from './item-wiring.ts'
import { wireAdmissionTokens, wireKeystore } from './keystore-wiring.ts'
import type { KeystoreSettings } from './keystore-wiring.ts'
import { createAttemptLimiter } from './service/attempt-limiter.ts'
import { createAuthenticator } from './service/authenticate.ts'
import type { AuthenticationSettings } from './service/authenticate.ts'
import { keystoreComponentHandlers, vaultComponentHandlers } from './service/component-handlers.ts'
import { createDispatcher } from './service/dispatch.ts'
import type { Dispatcher } from './service/dispatch.ts'
import type { StoredEvent } from './service/events.ts'
import { byId } from './service/handler-table.ts'
import { isoTime } from './service/ports.ts'
import type { Clock, Log } from './service/ports.ts'
import { createSessionIssuer } from './service/sessions.ts'
import { sqliteConnectionStore } from './sqlite/connection-store.ts'
import type { Connection } from './sqlite/database.ts'
import { nameStorageFault } from './sqlite/database.ts'
import { sqliteCredentialStore, sqliteFailedAttemptStore } from './sqlite/credential-store.ts'
import { sqliteEventStore } from './sqlite/event-store.ts'
import { sqliteKeystorePurgeStore } from './sqlite/keystore-purge-store.ts'
import { migrate } from './sqlite/migrate.ts'
import { MIGRATIONS } from './sqlite/migrations/all.ts'
import { sqliteSessionStore } from './sqlite/session-store.ts'
import { sqliteUserStore } from './sqlite/user-store.ts'
import { vaultSessionHandlers } from './vault/sessions/vault-session-handlers.ts'
import { admissionTokenHandlers } from './vault/users/admission-token-handlers.ts'
import { userHandlers } from './vault/users/user-handlers.ts'
import { purgeUsers } from './vault/users/user-purge.ts'
import type { UserStore } from './vault/users/user-store.ts'

export interface ServiceOptions {
  readonly connection: Connection
  readonly clock: Clock
  readonly log: Log
  readonly settings: AuthenticationSettings & KeystoreSettings & ItemSettings
  /** Seals what the service must show again, for example an unused admission token. */
  readonly localKey: LocalKey
}

/** Failed logins and operator passwords within a minute (vault contract 1.10, 429). */
const LOGIN_ATTEMPTS = { limit: 10, windowMs: 60_000 }

/** The running service: vault, key-store and exchange over one database. */
export interface Service extends Dispatcher {
  /** Subscribes to events after they became durable. Returns how to stop. */
  subscribe(listener: (event: StoredEvent) => void): () => void
}

/**
 * Joins stores, rules and handlers to one service. Wiring only: no decision is made here.
 *
 * @throws {StorageError} `newer_version` when the database belongs to a newer program.
 */
export function createService({ connection, clock, log, settings, localKey }: ServiceOptions): Service {
  migrate(connection, MIGRATIONS)
  const listeners = new Set<(event: StoredEvent) => void>()
  const newId = uuidV7Source(() => clock.nowMs())
  const checkDatabase = probe(connection)
  const attempts = sqliteFailedAttemptStore(connection)
  const operatorAttempts = createAttemptLimiter(attempts, 'operator', LOGIN_ATTEMPTS)
  const failedLogins = createAttemptLimiter(attempts, 'login', LOGIN_ATTEMPTS)
  const sessions = sqliteSessionStore(connection)
  const users = sqliteUserStore(connection)
  const issueSession = createSessionIssuer(sessions, newAccessToken, hashToken)
  const admissionTokens = wireAdmissionTokens(connection, localKey, sessions)
  const keystore = wireKeystore({
    connection,
    localKey,
    settings,
    sessions,
    issueSession,
    admissionTokens,
    failedAttempts: attempts,
  })
  const items = wireItems({ connection, settings, clock, newId, acquaintances: sqliteConnectionStore(connection) })

  const dispatcher = createDispatcher({
    operations: serviceOperations,
    handlers: {
      ...byId(vaultComponentOperations, vaultComponentHandlers(checkDatabase)),
      ...byId(keystoreComponentOperations, keystoreComponentHandlers(checkDatabase, clock.nowMs())),
      ...byId(vaultSessionOperations, vaultSessionHandlers({ users, sessions, issueSession, failedLogins })),
      ...byId(admissionTokenOperations, admissionTokenHandlers(admissionTokens)),
      ...byId(userOperations, userHandlers({ users, admissionTokens, issueSession })),
      ...items.handlers,
      ...keystore.handlers,
    },
    authenticate: createAuthenticator(sqliteCredentialStore(connection), { hashToken }, settings, operatorAttempts),
    applyDueChanges: dueUserDeletion(connection, users),
    clock,
    newId,
    inTransaction: (work) => connection.transaction(work).immediate(),
    events: sqliteEventStore(connection),
    onEvent: (event) => {
      for (const listener of listeners) listener(event)
    },
    nameFault: nameStorageFault,
    log,
  })

  return {
    ...dispatcher,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Nobody who joins a deletion queue now is due sooner (vault contract 3.2, key-store contract 15). */
const SHORTEST_QUEUE_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Deletes users whose time in a deletion queue ended, before a call could be made in their name: a purge that runs only
 * now and then changes nothing visible (vault contract 1.13). It looks into the queues only when somebody can be due.
 */
function dueUserDeletion(connection: Connection, users: UserStore): (nowMs: number) => void {
  const keystore = sqliteKeystorePurgeStore(connection)
  const deleteDueUsers = connection.transaction((nowMs: number) => {
    purgeUsers(users, nowMs)
    keystore.deleteDueUsers(isoTime(nowMs))
    return [users.earliestDeletion(), keystore.earliestDeletion()]
  })
  let checkedMs = Infinity
  let nextMs = -Infinity
  return (nowMs) => {
    if (checkedMs <= nowMs && nowMs < nextMs) return // a clock that was put back is before the last check
    checkedMs = nowMs
    const queued = deleteDueUsers.immediate(nowMs).filter((time) => time !== null)
    nextMs = Math.min(nowMs + SHORTEST_QUEUE_MS, ...queued.map((time) => Date.parse(time)))
  }
}

function probe(connection: Connection): () => void {
  const statement = connection.prepare('SELECT count(*) FROM sqlite_schema')
  return () => statement.get()
}
