import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { vaultComponentOperations } from '../../shared/contract/component.ts'
import { readPort, defaultDataDirectory } from '../composition/command-options.ts'
import { sodium } from '../crypto/sodium.ts'
import { isClockUnset, isoTime, systemClock } from '../service/ports.ts'
import type { Clock } from '../service/ports.ts'
import { readCommandEndpoint } from '../sqlite/command-endpoint.ts'
import { freeBytes, holderOf } from '../sqlite/data-directory.ts'
import { sqliteVersion } from '../sqlite/database.ts'
import { checkFile } from '../sqlite/file-check.ts'
import { readRecord } from '../workbench/workspaces/record-files.ts'
import { MAKING } from '../sqlite/portioned-removal.ts'
import { databaseFileOf } from '../workbench/workspaces/workspace-layout.ts'
import { EXIT } from './command.ts'
import type { RunCommand } from './command-table.ts'
import { findChromium } from './find-chromium.ts'

export type Outcome = 'ok' | 'warning' | 'failure'

/** The finding as a sentence; a warning or failure says what to do. */
export interface Finding {
  readonly subject: string
  readonly outcome: Outcome
  readonly says: string
}

export const run: RunCommand<'doctor'> = async ({ values: { data, port, json } }, ports) => {
  const directory = data === undefined ? defaultDataDirectory() : resolve(data)
  const findings: Finding[] = []
  for await (const finding of lookAt({ directory, port: readPort(port), clock: systemClock })) {
    findings.push(finding)
    if (!json) ports.out(`${finding.outcome.padEnd(7)}  ${finding.subject}: ${finding.says}\n`)
  }
  if (json) ports.out(`${JSON.stringify({ findings }, null, 2)}\n`)
  return findings.some(({ outcome }) => outcome === 'failure') ? EXIT.checkFailed : EXIT.success
}

interface DoctorPorts {
  readonly directory: string
  /** 0: any. */
  readonly port: number
  readonly clock: Clock
  readonly nodeVersion?: string
}

/** Everything that this program needs, and every workspace of a data directory. Nothing is changed. */
export async function* lookAt({
  directory,
  port,
  clock,
  nodeVersion = process.versions.node,
}: DoctorPorts): AsyncGenerator<Finding> {
  yield node(nodeVersion)
  yield ok(
    'versions',
    `Vaultbench ${packageJson.version}, SQLite ${sqliteVersion()}, libsodium ${sodium.sodium_version_string()}`,
  )
  yield isClockUnset(clock)
    ? failure('clock', `it says ${isoTime(clock.nowMs())}: set it, because shares and sessions end by it`)
    : ok('clock', isoTime(clock.nowMs()))
  yield browser()
  yield await portFinding(port)
  yield* dataFindings(directory)
}

const ok = (subject: string, says: string): Finding => ({ subject, outcome: 'ok', says })
const warning = (subject: string, says: string): Finding => ({ subject, outcome: 'warning', says })
const failure = (subject: string, says: string): Finding => ({ subject, outcome: 'failure', says })

const LEAST_NODE = 24

function node(version: string): Finding {
  return Number.parseInt(version, 10) >= LEAST_NODE
    ? ok('Node', version)
    : failure('Node', `${version} is too old: install Node ${LEAST_NODE} or newer`)
}

function browser(): Finding {
  try {
    const path = findChromium()
    if (path !== undefined) return ok('browser', path)
    return warning('browser', 'no Chromium, Chrome or Edge is installed: `open` prints the address for another browser')
  } catch (fault) {
    return failure('browser', fault instanceof Error ? fault.message : String(fault))
  }
}

async function portFinding(port: number): Promise<Finding> {
  const code = await new Promise<string | undefined>((done) => {
    const server = createServer()
    server.once('error', (fault: NodeJS.ErrnoException) => done(fault.code ?? fault.message))
    server.listen(port, '127.0.0.1', () => server.close(() => done(undefined)))
  })
  const subject = port === 0 ? 'port' : `port ${port}`
  if (code === undefined) return ok(subject, port === 0 ? 'a free one is taken' : 'free')
  if (code === 'EADDRINUSE') {
    const listener = (await isVaultbench(port)) ? 'Vaultbench' : 'another program'
    return failure(subject, `${listener} listens on it already: end that, or take another port`)
  }
  return failure(subject, `it cannot be opened (${code}): take another one`)
}

const PATIENCE_MS = 5_000

/** Whether the listener on this port identifies itself as a vault within five seconds. */
async function isVaultbench(port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const response = await fetch(`http://127.0.0.1:${port}/vault/version`, { redirect: 'error', signal })
    return vaultComponentOperations.versionGet.success.body.safeParse(await response.json()).success
  } catch {
    return false
  }
}

async function* dataFindings(directory: string): AsyncGenerator<Finding> {
  if (!existsSync(directory)) {
    yield ok('data directory', `${directory} is not there yet; it is made at the first start`)
    return
  }
  if (!statSync(directory).isDirectory()) {
    yield failure('data directory', `${directory} is a file: name a folder with --data`)
    return
  }
  const holder = holderOf(directory)
  yield ok('data directory', holder === undefined ? `${directory}, used by nobody` : inUse(directory, holder))
  yield disk(directory)
  yield modes(directory)
  yield* workspaces(directory, holder !== undefined)
}

function inUse(directory: string, holder: { readonly pid: number; readonly since: string } | null): string {
  const who = holder === null ? 'another program' : `process ${holder.pid} since ${holder.since}`
  const endpoint = readCommandEndpoint(directory)
  return `${directory}, used by ${who}${endpoint === undefined ? '' : `, which listens on ${endpoint.url}`}`
}

const LITTLE_BYTES = 1024 ** 3
const TOO_LITTLE_BYTES = 64 * 1024 ** 2

function disk(directory: string): Finding {
  const free = freeBytes(directory)
  const says = `${(free / 1024 ** 3).toFixed(1)} GiB are free`
  if (free < TOO_LITTLE_BYTES) return failure('disk', `${says}: make room, since nothing can be written soon`)
  return free < LITTLE_BYTES ? warning('disk', `${says}: make room before files or backups need it`) : ok('disk', says)
}

const OF_OTHERS = 0o077
const MAX_NAMED = 3

/** Files of ours are for their owner alone; the folder itself may be one that a person chose. */
function modes(directory: string): Finding {
  if (process.platform === 'win32') return ok('modes', 'this system has none')
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  const seen = entries
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OF_OTHERS) !== 0)
  if (seen.length === 0) return ok('modes', 'nobody else can open what is in it')
  const named = seen.slice(0, MAX_NAMED).join(', ')
  const others = seen.length > MAX_NAMED ? ` and ${seen.length - MAX_NAMED} more` : ''
  return warning('modes', `others can open ${named}${others}: chmod -R go-rwx ${directory} ends that`)
}

/** A protected workspace, and one that a program has open, are not looked into. */
async function* workspaces(directory: string, isInUse: boolean): AsyncGenerator<Finding> {
  const folder = join(directory, 'workspaces')
  const ids = existsSync(folder) ? readdirSync(folder).filter((id) => !id.startsWith(MAKING)) : []
  if (ids.length === 0) yield ok('workspaces', 'there are none yet')
  for (const id of ids) {
    const read = readRecord(join(folder, id), id)
    if (!('record' in read)) {
      yield failure(`workspace ${id}`, `${read.problem}: restore a backup with vaultbench restore`)
      continue
    }
    const { record } = read
    const subject = `workspace ${record.name}`
    const path = join(folder, id, databaseFileOf(record))
    if (!existsSync(path)) yield failure(subject, `${path} is missing: restore a backup with vaultbench restore`)
    else if (isInUse) yield ok(subject, 'a program has it open, and looks after it')
    else if (record.protected) yield ok(subject, 'protected; it is looked through when it is opened')
    else yield damage(subject, await lookThrough(path))
  }
}

/** SQLite lays files beside one that it reads; nobody has it open, so those that were not there before are ours. */
async function lookThrough(path: string): Promise<readonly string[]> {
  const laid = ['-wal', '-shm'].map((end) => path + end).filter((one) => !existsSync(one))
  try {
    return await checkFile({ path, key: undefined })
  } finally {
    for (const one of laid) rmSync(one, { force: true })
  }
}

function damage(subject: string, findings: readonly string[]): Finding {
  if (findings.length === 0) return ok(subject, 'its file is whole')
  return failure(subject, `its file is damaged (${findings.join('; ')}): restore a backup with vaultbench restore`)
}
