import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, statSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }
import { sentenceOf, ServiceError } from '../../shared/contract/errors.ts'
import type { WorkbenchStatus } from '../../shared/contract/workbench.ts'
import type { DatabaseKey, LocalKey } from '../crypto/keys.ts'
import type { PassphraseCost } from '../crypto/passphrase.ts'
import { hashToken } from '../crypto/token.ts'
import { uuidV7Source } from '../crypto/uuid-v7.ts'
import type { WorkspaceKeys } from '../crypto/workspace-keys.ts'
import type { Application, OpenApplication } from '../desktop/application-port.ts'
import { acceptedPresentationStore } from '../exchange/presentations/accepted-presentation-store.ts'
import type { CorsOrigins } from '../http/cors.ts'
import { isWalletPath } from '../http/cors.ts'
import type { HttpApp } from '../http/http-app.ts'
import { createHttpApp } from '../http/http-app.ts'
import type { HttpServer } from '../http/http-server.ts'
import { startHttpServer, startNetworkServer } from '../http/http-server.ts'
import { networkAddresses } from '../http/network-addresses.ts'
import type { ForwardedHosts } from '../http/request-gate.ts'
import { createUiResponder } from '../http/ui-files.ts'
import { keystorePurgeStore } from '../keystore/purge/keystore-purge-store.ts'
import { purgeKeystore } from '../keystore/purge/keystore-purge.ts'
import type { Dispatcher } from '../service/dispatch.ts'
import { purgeEvents } from '../service/event-purge.ts'
import { sqliteEventPurgeStore } from '../service/event-store.ts'
import type { BlockFiles, Clock, Log } from '../service/ports.ts'
import { isoTime, systemClock } from '../service/ports.ts'
import { createBallast } from '../sqlite/ballast.ts'
import { publishCommandEndpoint } from '../sqlite/command-endpoint.ts'
import { openDataDirectory } from '../sqlite/data-directory.ts'
import type { Connection } from '../sqlite/database.ts'
import {
  isDamage,
  isDiskFull,
  isReadOnlyFault,
  translateStorageFault,
  peekSchemaVersion,
  suspendDurability,
} from '../sqlite/database.ts'
import type { DiskWatch } from '../sqlite/disk-watch.ts'
import { createDiskWatch, NO_DISK } from '../sqlite/disk-watch.ts'
import { inspectFile } from '../sqlite/file-seal.ts'
import type { Inspection } from '../sqlite/file-seal.ts'
import { saveBrokenLog } from '../sqlite/log-check.ts'
import { MIGRATIONS } from '../sqlite/migrations/all.ts'
import type { Place } from '../sqlite/place-on-disk.ts'
import { NO_PLACE, placeOf } from '../sqlite/place-on-disk.ts'
import { StorageError } from '../sqlite/storage-error.ts'
import type { WriteGuard, WriteObstacle } from '../sqlite/working-copy.ts'
import { createWriteGuard } from '../sqlite/working-copy.ts'
import { unchangedBlockFiles } from '../sqlite/block-files.ts'
import type { ListenOnNetwork } from '../verifier/network-access.ts'
import type { BackupFiles } from '../workbench/backups/backup-files.ts'
import { backupFiles } from '../workbench/backups/backup-files.ts'
import { runBackupTask } from '../workbench/backups/backup-thread.ts'
import type { BackedUp } from '../workbench/backups/backups.ts'
import { jsonLinesLog } from '../workbench/journal/json-lines-log.ts'
import { sqliteOperatorPasswordStore } from '../workbench/operator/operator-password-store.ts'
import type { OperatorPasswordStore } from '../workbench/operator/operator-password-store.ts'
import { sealOperatorPassword } from '../workbench/operator/operator-password.ts'
import { testIssuerStore } from '../workbench/token-issuers/test-issuer-store.ts'
import { workbenchAgentStore } from '../workbench/users/workbench-agent-store.ts'
import { workbenchDelegationStore } from '../workbench/users/workbench-delegation-store.ts'
import { accessKeyStore, workbenchUserStore } from '../workbench/users/workbench-user-store.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { createWorkbench } from '../workbench/workbench.ts'
import type { RunningVault } from '../workbench/workspaces/open-workspace.ts'
import { workbenchSettingsStore } from '../workbench/users/workbench-settings-store.ts'
import type { WorkspaceDatabases } from '../workbench/workspaces/workspace-files.ts'
import { fileWorkspaceStore, memoryWorkspaceStore } from '../workbench/workspaces/workspace-files.ts'
import type { WorkspaceRecord } from '../workbench/workspaces/workspace-store.ts'
import type { Workspaces } from '../workbench/workspaces/workspaces.ts'
import { backupOf, createCheckedFile, rewriteVault, updateVault } from './file-wiring.ts'
import type { Service, ServiceOptions, StoragePorts } from './open-service.ts'
import { createService } from './open-service.ts'
import type { StartPage } from './start-page.ts'
import { writeStartPage } from './start-page.ts'
import { wireIssuers, wireWallets } from './wallet-wiring.ts'

export interface StartOptions {
  /** Undefined keeps all data in memory. */
  readonly dataDirectory: string | undefined
  /** 0 picks a free port. */
  readonly port: number
  readonly mode: WorkbenchStatus['application']['mode']
  /** The workspace to open at the start; `nothing` leaves the choice to the window. */
  readonly open: 'nothing' | 'default' | 'sample'
  /** Applied to every workspace that is opened; without them a workspace keeps its own. */
  readonly credentials?: Credentials
  readonly settings?: Partial<Omit<ServiceOptions['settings'], 'operatorPasswordHash'>>
  /** The lifetime of a window's start code; undefined if it never expires. */
  readonly codeLifetimeMs?: number
  /** Where to write a page that opens the window with its start code; removed when the code is used or expires. */
  readonly startPage?: string
  readonly log?: Log
  /** Addresses of this computer on local networks; only tests replace them. */
  readonly networkAddresses?: () => readonly string[]
  /** The cost of hashing; set only by tests. */
  readonly cost?: PassphraseCost
  /** Whether to start threads ahead of need. Default true; tests open hundreds of workspaces and turn it off. */
  readonly warmUp?: boolean
  /** False disables automatic client tasks, whatever the setting of the workspace. */
  readonly automaticTasks?: boolean
  /** Called with the progress in percent while a database of an earlier version is migrated. */
  readonly onUpdating?: (percent: number) => void
  /** Disk space to reserve; set only by tests. */
  readonly ballastBytes?: number
}

/** The credentials of other programs. */
export interface Credentials {
  readonly subscriptionKey: string
  /** A key of the same name is replaced. */
  readonly subscriptionKeyName: string
  /** Undefined if each workspace has its own password, or none. */
  readonly operatorPassword: string | undefined
}

export interface RunningApplication extends Application {
  readonly server: NonNullable<WorkbenchStatus['server']>
}

const DEFAULT_WORKSPACE = 'Default'
const PURGE_EVERY_MS = 60_000

/** Opens the application for the desktop shell, whose window lists the workspaces and asks which one to open. */
export const openApplication: OpenApplication = ({ dataDirectory, port, demo }) =>
  startApplication({ dataDirectory, port, mode: 'desktop', open: demo ? 'sample' : 'nothing' })

/**
 * Starts server, data directory and workbench. The port comes first: if it is taken, nothing has been written yet.
 *
 * @throws {PortInUseError}
 * @throws {StorageError} `directory_in_use`, `directory_not_usable`, or the problem of the database to open
 * @throws {ServiceError} when the workspace to open cannot be opened
 */
export async function startApplication(options: StartOptions): Promise<RunningApplication> {
  const log = options.log ?? jsonLinesLog((line) => process.stderr.write(line), systemClock)
  const parts: Parts = {
    server: undefined,
    workbench: undefined,
    store: undefined,
    startPage: undefined,
    closeCommandEndpoint: () => undefined,
    walletService: new AsyncLocalStorage(),
  }
  try {
    const corsOrigins = corsOriginsOf(parts)
    const app = httpApp(parts, corsOrigins, log)
    const outside = { app, corsOrigins, forwardedHosts: forwardedHostsOf(parts), log }
    const server = await startHttpServer({ ...outside, port: options.port })
    parts.server = server
    parts.store = openStore(options, log, () => parts.workbench?.workspaces.announceStatus())
    parts.workbench = openWorkbench(options, parts.store, {
      addresses: addressesOf(server),
      fetchOwn: (request, service) => parts.walletService.run(service, () => app.fetch(request)),
      listenOnNetwork: listenOnNetwork({ ...options, ...outside, port: server.port }),
      noteDamage: () => parts.workbench?.workspaces.noteDamage(),
      log,
    })
    parts.closeCommandEndpoint = publishEndpoint(parts.store, server.url, parts.workbench)
    await openAtStart(parts.workbench.workspaces, options.open)
    const ui = windowAddress(parts, parts.workbench, options)
    return runningApplication(parts.workbench, server, { app, ui, close: () => closeParts(parts) })
  } catch (fault) {
    await closeParts(parts)
    throw fault
  }
}

/** Open parts, in the order of opening; closed in reverse, so that running requests still find their workspace. */
interface Parts {
  server: HttpServer | undefined
  workbench: Workbench | undefined
  store: OpenedStore | undefined
  startPage: StartPage | undefined
  closeCommandEndpoint: () => void
  /** The service that answers a wallet's requests: that of its own workspace, which may not be the current one yet. */
  readonly walletService: AsyncLocalStorage<Dispatcher>
}

/** Publishes the endpoint for commands. Without it, they only learn that the directory is in use. */
function publishEndpoint(
  { directory }: OpenedStore,
  url: string,
  { windowSessions }: Pick<Workbench, 'windowSessions'>,
) {
  if (directory === undefined) return () => undefined
  try {
    return publishCommandEndpoint(directory, { url, token: windowSessions.issueCommandToken() })
  } catch (fault) {
    if (isDiskFull(fault)) return () => undefined
    throw fault
  }
}

interface OpenedStore {
  /** Undefined if it is read-only. */
  readonly directory: string | undefined
  readonly databases: WorkspaceDatabases
  /** Undefined if the directory is read-only, or there is none. */
  readonly backups: BackupFiles | undefined
  readonly disk: DiskWatch
  release(): void
}

async function closeParts({ server, workbench, store, startPage, closeCommandEndpoint }: Parts): Promise<void> {
  startPage?.remove()
  closeCommandEndpoint()
  await server?.close()
  await workbench?.close()
  await store?.disk.stop()
  store?.release()
}

/** Web pages of the configured origins may call the wallet endpoints only. */
function corsOriginsOf(parts: Parts): CorsOrigins {
  return (path) => (isWalletPath(path) ? (parts.workbench?.walletOrigins() ?? []) : [])
}

/** Only the wallet endpoints answer under the configured base URL. */
function forwardedHostsOf(parts: Parts): ForwardedHosts {
  return (path) => (isWalletPath(path) ? (parts.workbench?.walletHosts() ?? []) : [])
}

/** Starts a second server for the wallet endpoints alone; the first one stays on the loopback address. */
function listenOnNetwork({
  networkAddresses: findAddresses = () => networkAddresses(networkInterfaces()),
  ...server
}: Pick<StartOptions, 'networkAddresses'> & {
  readonly app: HttpApp
  readonly corsOrigins: CorsOrigins
  readonly forwardedHosts: ForwardedHosts
  readonly port: number
  readonly log: Log
}): ListenOnNetwork {
  return async (isOpen) => {
    const addresses = findAddresses()
    if (addresses.length === 0) {
      throw new ServiceError('network_unavailable', 'This computer has no address on a local network.')
    }
    const { urls, close } = await startNetworkServer({
      ...server,
      addresses,
      mayReach: (path) => isOpen() && isWalletPath(path),
    })
    return { urls: urls.map((url) => `${url}/verifier`), close }
  }
}

function httpApp(parts: Parts, corsOrigins: CorsOrigins, log: Log): HttpApp {
  return createHttpApp({
    corsOrigins,
    service: () => parts.walletService.getStore() ?? parts.workbench?.service(),
    ui: createUiResponder(builtWindow()),
    workbench: {
      answer: (call, path) =>
        parts.workbench?.routes.answer(call, path) ?? Promise.resolve({ status: 503, headers: {}, body: undefined }),
    },
    onCall: (entry) => parts.workbench?.noteHttpCall(entry),
    clock: systemClock,
    log,
  })
}

/** The address carries a one-time code in its fragment, which browsers do not send. */
function windowAddress(
  parts: Parts,
  { windowSessions }: Pick<Workbench, 'windowSessions'>,
  { codeLifetimeMs, startPage }: Pick<StartOptions, 'codeLifetimeMs' | 'startPage'>,
): string {
  const code = windowSessions.issueCode(codeLifetimeMs, () => parts.startPage?.remove())
  const address = `${parts.server?.url ?? ''}/#token=${code}`
  if (startPage !== undefined) parts.startPage = writeStartPage(startPage, address)
  return address
}

function runningApplication(
  workbench: Workbench,
  server: HttpServer,
  { app, ui, close }: { app: HttpApp; ui: string; close: () => Promise<void> },
): RunningApplication {
  return {
    url: server.url,
    ui,
    server: addressesOf(server),
    workbench: {
      invoke: (message) => workbench.invoke(message),
      subscribe: (listener) => workbench.subscribe(listener),
      noteComputer: workbench.workspaces.noteComputer,
    },
    serveUi: (request) => app.fetch(request),
    close,
  }
}

/** The window is beside the bundle in a build, and in dist/ when Node runs the sources. */
function builtWindow(): string {
  const besideBundle = fileURLToPath(new URL('../renderer', import.meta.url))
  return existsSync(besideBundle) ? besideBundle : fileURLToPath(new URL('../../dist/renderer', import.meta.url))
}

function addressesOf({ url }: HttpServer): NonNullable<WorkbenchStatus['server']> {
  return {
    url,
    vault: `${url}/vault`,
    keystore: `${url}/keystore`,
    exchange: `${url}/exchange`,
    verifier: `${url}/verifier`,
  }
}

function openStore(
  { dataDirectory, ballastBytes }: Pick<StartOptions, 'dataDirectory' | 'ballastBytes'>,
  log: Log,
  onChange: () => void,
): OpenedStore {
  if (dataDirectory === undefined) {
    return {
      databases: memoryWorkspaceStore(),
      directory: undefined,
      backups: undefined,
      disk: NO_DISK,
      release: () => undefined,
    }
  }
  const directory = openDataDirectory(dataDirectory, { pid: process.pid, since: isoTime(systemClock.nowMs()) })
  const ballast = directory.readOnly ? undefined : createBallast(directory.path, ballastBytes)
  const disk = createDiskWatch({ ballast, place: directory.place, onChange, log })
  return {
    databases: fileWorkspaceStore(directory.path, {
      freeSpace: disk.freeSpace,
      place: directory.place,
      tell: (message) => {
        log.error(message, undefined)
      },
    }),
    directory: directory.readOnly ? undefined : directory.path,
    backups: directory.readOnly ? undefined : backupFiles(directory.path, directory.place),
    disk,
    release: () => {
      directory.release()
    },
  }
}

async function openAtStart(workspaces: Workspaces, open: StartOptions['open']): Promise<void> {
  if (open === 'sample') await workspaces.createSample()
  if (open !== 'default') return
  const existing = workspaces.list().find(({ name, demo }) => name === DEFAULT_WORKSPACE && !demo)
  await (existing === undefined ? workspaces.create(DEFAULT_WORKSPACE, null) : workspaces.open(existing.id, {}))
}

/** Ports for opening a workspace. */
interface VaultPorts extends ApplicationPorts {
  readonly disk: DiskWatch
}

interface ApplicationPorts {
  readonly addresses: NonNullable<WorkbenchStatus['server']>
  /** Lets a service answer a request as if it had come over HTTP. */
  readonly fetchOwn: (request: Request, service: Dispatcher) => Promise<Response>
  readonly listenOnNetwork: ListenOnNetwork
  /** Called when data of the current workspace turn out to be damaged. */
  readonly noteDamage: () => void
  readonly log: Log
}

function openWorkbench(
  options: StartOptions,
  { databases, backups, disk }: OpenedStore,
  applicationPorts: ApplicationPorts,
): Workbench {
  const ports = { ...applicationPorts, disk }
  const { addresses, log } = ports
  return createWorkbench({
    store: databases,
    openVault: (record, keys, from) => openVault(options, databases, ports, { record, keys, ...from }),
    rewriteVault: (before, after) => rewriteVault(databases, before, after),
    backups: { files: backups, run: runBackupTask },
    outdated: (record, keys) => outdatedVault(databases, record, keys),
    async update(record, keys, { inspection, ...updating }) {
      const path = databases.vaultPath(record)
      if (path !== undefined)
        await updateVault({ path, key: record.protected ? keys.file : undefined, inspection }, updating)
    },
    onUpdating: options.onUpdating,
    async inspect(record) {
      const path = databases.vaultPath(record)
      return path === undefined ? { checkedAt: undefined, notices: [] } : inspectFile(path)
    },
    clock: systemClock,
    newId: uuidV7Source(() => systemClock.nowMs()),
    application: { name: packageJson.productName, version: packageJson.version, mode: options.mode },
    server: () => addresses,
    cost: options.cost,
    elapsedMs: () => performance.now(),
    storage: disk.obstacle,
    translateFault(fault) {
      if (isDamage(fault)) ports.noteDamage()
      if (isDiskFull(fault)) disk.freeSpace() // the person can try again immediately
      return translateFileFault(fault)
    },
    log,
  })
}

/** Ignores files that cannot be inspected: opening them reports the problem. */
function outdatedVault(
  databases: WorkspaceDatabases,
  record: WorkspaceRecord,
  keys: WorkspaceKeys,
): BackedUp | undefined {
  const path = databases.vaultPath(record)
  const key = record.protected ? keys.file : undefined
  if (path === undefined || !isOutdated(path, key)) return undefined
  return { record, ...backupOf(path, key) }
}

function isOutdated(path: string, key: DatabaseKey | undefined): boolean {
  try {
    if (statSync(path).size === 0) return false // opening it reports the problem
    return peekSchemaVersion({ path, ...(key !== undefined && { key }) }) < (MIGRATIONS.at(-1)?.number ?? 0)
  } catch {
    return false
  }
}

/** Translates a storage fault for the window, naming the file and the cause. */
function translateFileFault(fault: unknown): ServiceError | undefined {
  if (fault instanceof StorageError && !isDiskFull(fault))
    return new ServiceError('workspace_not_usable', sentenceOf(fault.message), { cause: fault })
  return translateStorageFault(fault)
}

interface Opening {
  readonly record: WorkspaceRecord
  readonly keys: WorkspaceKeys
  readonly inspection: Inspection | 'new'
  readonly clock: Clock
}

/** Opens the database of a workspace and starts the service over it. */
function openVault(
  options: StartOptions,
  databases: WorkspaceDatabases,
  ports: VaultPorts,
  opening: Opening,
): RunningVault {
  const { record, keys, inspection } = opening
  const path = databases.vaultPath(record)
  const savedLog = path === undefined ? undefined : saveLogIfBroken(path, inspection)
  const key = record.protected ? keys.file : undefined
  return databases.openVault({ record, key, create: inspection === 'new' }, (vault) =>
    startVault(options, databases, ports, { ...opening, ...vault, path, key, savedLog }),
  )
}

interface OpenedFile extends Opening {
  readonly connection: Connection
  readonly obstacle: WriteObstacle | undefined
  readonly path: string | undefined
  readonly key: DatabaseKey | undefined
  readonly savedLog: string | undefined
}

function startVault(
  { credentials, settings, warmUp = true, automaticTasks = true }: StartOptions,
  databases: WorkspaceDatabases,
  { addresses, fetchOwn, listenOnNetwork, disk, noteDamage, log }: VaultPorts,
  { record, keys, inspection, clock, connection, obstacle, path, key, savedLog }: OpenedFile,
): RunningVault {
  const localKey = keys.local
  const makeDurable = inspection === 'new' ? suspendDurability(connection) : () => undefined
  const guard = createWriteGuard(connection)
  const place = placeToWatch(path, obstacle)
  const operatorPassword = sqliteOperatorPasswordStore(connection)
  if (credentials !== undefined) {
    applySubscriptionKey(connection, credentials)
    applyOperatorPassword(operatorPassword, credentials, { record, localKey })
  }
  const service = createService({
    connection,
    clock: { nowMs: () => clock.nowMs(), elapsedMs: () => systemClock.elapsedMs() },
    log,
    localKey,
    blockFiles: blockFilesOf(databases.blockFiles(record), obstacle),
    storage: { ...storagePorts({ disk, guard, obstacle, noteDamage }), requirePlace: () => place.require() },
    verifierAddress: () => addresses.verifier,
    listenOnNetwork,
    settings: {
      requireSubscriptionKey: false,
      separateTokens: false,
      ...settings,
      operatorPasswordHash: () => operatorPassword.hash(),
    },
  })
  try {
    const isOriginal = obstacle === undefined
    const { missingBlocks } = service
    const file = createCheckedFile({
      path,
      place,
      isOriginal,
      key,
      inspection,
      connection,
      savedLog,
      missingBlocks,
      log,
    })
    const running = runningVault(connection, service, databases, { log, file, clock, isOriginal })
    const parts = {
      ...running,
      ...(!automaticTasks && { settings: { ...running.settings, runTasksAutomatically: () => false } }),
      operatorPassword,
      wallet: wireWallets({
        connection,
        service,
        ownUrl: () => addresses.url,
        fetchOwn,
      }),
      issuers: wireIssuers({
        connection,
        localKey,
        clock,
        isDemo: record.demo,
        exchange: service.exchange,
        contexts: service.forWallet.contexts,
      }),
      testIssuers: testIssuerStore(connection),
      file,
      makeDurable,
      uploadStoreOf: (vaultUserId: string) => databases.uploadStore(record, vaultUserId),
    }
    // Ending a thread while it starts can crash the process, so a workspace that is closed immediately starts none.
    if (warmUp) setTimeout(() => service.warmUp(), WARM_UP_AFTER_MS).unref()
    if (obstacle !== undefined) {
      disk.noteCopy(obstacle)
      guard.close() // all writes for the start are done
    }
    return parts
  } catch (fault) {
    void service.close()
    throw fault
  }
}

const WARM_UP_AFTER_MS = 500

/** Only an original file can be moved away: not a temporary copy, and not data in memory. */
function placeToWatch(path: string | undefined, obstacle: WriteObstacle | undefined): Place {
  return path === undefined || obstacle !== undefined ? NO_PLACE : placeOf(path)
}

/** A temporary copy must not change the blocks that the original file refers to. */
function blockFilesOf(files: BlockFiles, obstacle: WriteObstacle | undefined): BlockFiles {
  if (obstacle === undefined) return files
  return unchangedBlockFiles(files, () =>
    obstacle === 'full'
      ? new ServiceError('storage_full', 'The disk was full when the workspace was opened; nothing was changed.')
      : new ServiceError('storage_read_only', 'The data can only be read; nothing was changed.'),
  )
}

/** A copy that was opened because the disk was full reports writes as `storage_full`, not as read-only. */
function storagePorts({
  disk,
  guard,
  obstacle,
  noteDamage,
}: Pick<VaultPorts, 'disk' | 'noteDamage'> & {
  readonly guard: WriteGuard
  readonly obstacle: WriteObstacle | undefined
}): Omit<StoragePorts, 'requirePlace'> {
  return {
    obstacle: () => obstacle ?? disk.obstacle(),
    freeSpace: disk.freeSpace,
    withoutDurability: guard.open,
    translateFault(fault) {
      if (isDamage(fault)) noteDamage()
      if (obstacle !== 'full' || !isReadOnlyFault(fault)) return translateStorageFault(fault)
      const message = 'The disk was full when the workspace was opened; make room, then lock it and open it again.'
      return new ServiceError('storage_full', message, { cause: fault })
    },
  }
}

/** Copies a broken log, which SQLite would overwrite, so that more can be recovered from it. */
function saveLogIfBroken(path: string, inspection: Inspection | 'new'): string | undefined {
  const broken = inspection === 'new' ? undefined : inspection.brokenLog
  return broken && saveBrokenLog(path, broken.writtenAt)
}

function runningVault(
  connection: Connection,
  service: Service,
  databases: WorkspaceDatabases,
  {
    log,
    file,
    clock,
    isOriginal,
  }: {
    readonly log: Log
    readonly file: { seal(): Promise<void> }
    readonly clock: Clock
    readonly isOriginal: boolean
  },
): Omit<
  RunningVault,
  'makeDurable' | 'file' | 'uploadStoreOf' | 'operatorPassword' | 'wallet' | 'issuers' | 'testIssuers'
> {
  const purge = isOriginal ? startPurging(connection, service, { clock, log }) : undefined
  return {
    service,
    users: workbenchUserStore(connection),
    agents: workbenchAgentStore(connection),
    delegations: workbenchDelegationStore(connection),
    settings: workbenchSettingsStore(connection),
    async close() {
      clearInterval(purge)
      const threadsEnd = service.close()
      try {
        databases.closeVault(connection)
      } catch (fault) {
        log.error('the log of a database was not written back; the next open does it', fault)
        await threadsEnd
        return
      }
      await file.seal()
      // Node aborts if it exits while a thread is starting, which would look like a crash.
      await threadsEnd
    },
  }
}

function applySubscriptionKey(connection: Connection, credentials: Credentials): void {
  accessKeyStore(connection).saveSubscriptionKey({
    id: uuidV7Source(() => systemClock.nowMs())(),
    name: credentials.subscriptionKeyName,
    key_hash: hashToken(credentials.subscriptionKey),
    created_at: isoTime(systemClock.nowMs()),
  })
}

/** Sets the operator password. A demo also stores it sealed, so that the console opens automatically. */
function applyOperatorPassword(
  store: OperatorPasswordStore,
  { operatorPassword }: Credentials,
  { record, localKey }: { readonly record: WorkspaceRecord; readonly localKey: LocalKey },
): void {
  if (operatorPassword === undefined) return
  const hash = hashToken(operatorPassword)
  if (Buffer.compare(store.hash() ?? Buffer.alloc(0), hash) === 0) return
  store.save({ hash, sealed: record.demo ? sealOperatorPassword(localKey, operatorPassword) : undefined })
}

/** Deletes expired data now and every minute. */
function startPurging(
  connection: Connection,
  service: Pick<Service, 'applyDueChanges' | 'erasure'>,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): NodeJS.Timeout {
  const keystore = keystorePurgeStore(connection)
  const events = sqliteEventPurgeStore(connection)
  const accepted = acceptedPresentationStore(connection)
  const purge = connection.transaction((nowMs: number) => {
    const dueByMs = service.erasure.until(nowMs)
    purgeKeystore(keystore, dueByMs, nowMs)
    purgeEvents(events, dueByMs)
    accepted.forget(dueByMs)
  })
  const run = (): void => {
    try {
      const nowMs = clock.nowMs()
      service.applyDueChanges(nowMs)
      purge.immediate(nowMs)
    } catch (fault) {
      log.error('expired data could not be deleted', fault)
    }
  }
  run()
  return setInterval(run, PURGE_EVERY_MS).unref()
}
