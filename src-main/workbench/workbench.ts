import type { ServiceError } from '../../shared/contract/errors.ts'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import { createListeners } from '../../shared/listeners.ts'
import type { HttpCallEntry, WorkbenchRoutes } from '../http/http-app.ts'
import type { Dispatcher } from '../service/dispatch.ts'
import type { Log } from '../service/ports.ts'
import type { ServiceReply, ServiceRequest } from '../service/reply.ts'
import {
  definitionHandlers,
  exchangeSettingsHandlers,
  registryHandlers,
  subscriptionKeyHandlers,
  issuerHandlers,
  verifierSettingsHandlers,
} from './handlers/exchange-handlers.ts'
import { fileHandlers } from './handlers/file-handlers.ts'
import {
  backupHandlers,
  forwardHandlers,
  itemHandlers,
  journalHandlers,
  lockHandlers,
  userHandlers,
  handlersWhileOpen,
  workspaceHandlers,
  workspaceKeepingHandlers,
  workspaceKeyHandlers,
  operatorHandlers,
} from './handlers/handlers.ts'
import {
  delegatedUserHandlers,
  delegationHandlers,
  organizationHandlers,
  sharingHandlers,
  taskHandlers,
  tokenIssuerHandlers,
  walletCommandHandlers,
  walletHandlers,
} from './handlers/signed-in-handlers.ts'
import { SCENARIOS } from '../wallet/scenarios/scenario-catalogue.ts'
import { createJournal } from './journal/journal.ts'
import { makeSampleWorkspace } from './sample/sample-workspace.ts'
import { createWindowDispatcher } from './window-dispatch.ts'
import type { WindowSessions } from './handlers/window-sessions.ts'
import { createWindowSessions } from './handlers/window-sessions.ts'
import { createWorkbenchRoutes } from './workbench-http.ts'
import type { Workspaces, WorkspacesOptions } from './workspaces/workspaces.ts'
import { createWorkspaces } from './workspaces/workspaces.ts'

interface WorkbenchOptions extends Omit<WorkspacesOptions, 'journal' | 'feed' | 'makeSample'> {
  readonly translateFault: (fault: unknown) => ServiceError | undefined
  readonly log: Log
}

/** The functions and events for the window only. */
export interface Workbench {
  readonly workspaces: Workspaces
  readonly windowSessions: WindowSessions
  /** The service of the open workspace; undefined while there is none, or while it is locked. */
  readonly service: () => Dispatcher | undefined
  /** Origins whose pages may call the wallet endpoints of the open workspace. */
  readonly walletOrigins: () => readonly string[]
  /** Host and port of the base URL under which wallets reach these endpoints; none where no base URL is set. */
  readonly walletHosts: () => readonly string[]
  /** Handles a call over IPC: the channel checked that the message comes from the window. */
  invoke(message: unknown): Promise<ServiceReply>
  subscribe(listener: (event: unknown) => void): () => void
  /** The routes over HTTP, for a window in a browser. */
  readonly routes: WorkbenchRoutes
  /** Adds calls over HTTP to the journal. */
  noteHttpCall(entry: HttpCallEntry): void
  close(): Promise<void>
}

/** Joins the parts of the workbench. Wiring only. */
export function createWorkbench(options: WorkbenchOptions): Workbench {
  const { log, translateFault, elapsedMs, clock } = options
  const feed = createListeners<WorkbenchEvent>()
  const journal = createJournal({
    clock,
    elapsedMs,
    baseUrl: () => options.server()?.url,
    announce: (call) => {
      feed.announce({ type: 'call', call })
    },
  })
  const workspaces = createWorkspaces({ ...options, journal, feed, makeSample: makeSampleWorkspace })
  const { ofWorkspace, ofUser, ofMember, ofFiles, ofWallet } = handlersWhileOpen(workspaces)
  const windowSessions = createWindowSessions(elapsedMs)
  const operations: readonly Operation[] = Object.values(workbenchOperations)
  const dispatcher = createWindowDispatcher({
    operations,
    windowSessions,
    clock: { nowMs: () => clock.nowMs(), elapsedMs },
    handlers: {
      ...workspaceHandlers(workspaces, windowSessions),
      ...workspaceKeyHandlers(workspaces),
      ...workspaceKeepingHandlers(workspaces),
      ...backupHandlers(workspaces),
      ...lockHandlers(workspaces),
      ...ofWorkspace(userHandlers),
      ...ofWorkspace(delegatedUserHandlers),
      ...ofWorkspace(taskHandlers),
      ...ofWorkspace(walletCommandHandlers),
      ...ofWorkspace(forwardHandlers),
      ...ofWorkspace(definitionHandlers),
      ...ofWorkspace(subscriptionKeyHandlers),
      ...ofWorkspace(exchangeSettingsHandlers),
      ...ofWorkspace(verifierSettingsHandlers),
      ...ofWorkspace(registryHandlers),
      ...ofWorkspace(issuerHandlers),
      ...ofWorkspace(tokenIssuerHandlers),
      ...ofWorkspace(operatorHandlers),
      ...ofUser(itemHandlers),
      ...ofUser(delegationHandlers),
      ...ofFiles(fileHandlers),
      ...ofMember(organizationHandlers),
      ...ofWallet(walletHandlers),
      ...ofUser(sharingHandlers(feed)),
      scenariosGet: () => ({ scenarios: [...SCENARIOS] }),
      ...journalHandlers(journal),
    },
    translateFault,
    log,
  })

  return {
    workspaces,
    windowSessions,
    service: workspaces.service,
    walletOrigins: () => workspaces.verifier()?.settings.get().cors_origins ?? [],
    walletHosts: () => {
      const base = workspaces.verifier()?.settings.get().base_url
      return typeof base === 'string' ? [new URL(base).host] : []
    },
    invoke: (message) => dispatcher.dispatch(requestIn(message)),
    subscribe: (listener) => feed.subscribe(listener),
    routes: createWorkbenchRoutes({ operations, dispatcher, windowSessions, feed }),
    noteHttpCall(entry) {
      const operation = entry.operation === null ? undefined : serviceOperationsById.get(entry.operation)
      journal.record({
        ...(journal.caller() ?? { source: 'loopback', userId: null, workspaceId: undefined }),
        transport: 'http',
        api: operation?.api ?? entry.path.split('/')[1] ?? '',
        operation,
        method: entry.method,
        path: entry.path,
        status: entry.status,
        durationMs: entry.durationMs,
        beganMs: entry.beganMs,
        headers: entry.requestHeaders,
        requestBody: entry.requestBody,
        responseBody: entry.responseBody,
        responseText: entry.responseText,
        acting: entry.acting,
      })
    },
    close: () => workspaces.close(),
  }
}

const serviceOperationsById = new Map(serviceOperations.map((operation) => [operation.id, operation]))

/** A message is whatever the page sent: only the four parts are taken, and only as data. */
function requestIn(message: unknown): ServiceRequest {
  const parts: Readonly<Record<string, unknown>> = typeof message === 'object' && message !== null ? { ...message } : {}
  const { operation, params, query, body } = parts
  return { operation: typeof operation === 'string' ? operation : '', params, query, body }
}
