// Proves docs/contract/workbench.md, Backups.

// @module-tag full

import { randomInt } from 'node:crypto'
import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Call } from '../../shared/contract/caller.ts'
import type { Backup } from '../../shared/contract/workbench-backups.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { closeDatabase, openDatabase, peekSchemaVersion } from '../../src-main/sqlite/database.ts'
import { MIGRATIONS } from '../../src-main/sqlite/migrations/all.ts'
import { openKeys } from '../../src-main/workbench/workspaces/record-keys.ts'
import { readRecord } from '../../src-main/workbench/workspaces/record-files.ts'
import { TAKE_BACK_LAST_STEPS } from '../support/service/database.ts'
import { draws } from '../support/draws.ts'
import type { Served } from '../support/service/served.ts'
import { startServed } from '../support/service/served.ts'
import { onlyDatabase } from '../support/service/stored-items.ts'
import { everythingOf, fillWorkspace } from '../support/workbench/filled-workspace.ts'
import { windowOverHttp } from '../support/workbench/window-over-http.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { removeDirectory, startWorkbench, temporaryDirectory } from '../support/workbench/workbench.ts'

const { backupsGet, backupMake, backupRestore, backupFileMake, backupFilePart, backupFileForget } = workbenchOperations
const { backupTakePart, backupTakenRestore, statusGet, workspaceCheck, workspaceOpen } = workbenchOperations

const WORKSPACE_PASSPHRASE = 'a passphrase of the workspace'
const FILES = Array.from({ length: 8 }, (_, number) => 2_000 + number * 30_000)
const ITEMS = 3
const PART_BYTES = 1_000_000

/** What is going on when the program is killed, and how it is begun. */
const ACTS = {
  'making a backup': (call) => call(backupMake, {}),
  'making a file of a backup': async (call, passphrase) =>
    call(backupFileMake, { params: pathOf(await newest(call)), body: { passphrase } }),
  'restoring from a folder': async (call, passphrase) =>
    call(backupRestore, { params: pathOf(await newest(call)), body: { passphrase } }),
  'restoring from a file': (call, passphrase) => call(backupTakenRestore, { body: { passphrase } }),
  'bringing an older one up to date': (call, passphrase, params) =>
    call(workspaceOpen, { params, body: { passphrase } }),
} as const satisfies Record<string, Act>
type Act = (call: Call, passphrase: string | null, params: { readonly workspace_id: string }) => Promise<unknown>
type ActName = keyof typeof ACTS

const ACT_NAMES = Object.keys(ACTS) as ActName[] // of this very table
const PASSPHRASES = [null, WORKSPACE_PASSPHRASE]
const DRAWS = Array.from({ length: draws(1, 120) }, (_, round) =>
  ACT_NAMES.map((act, number) => ({ act, passphrase: PASSPHRASES[(round + number) % 2] ?? null })),
).flat()

/** A data directory that was closed in order, with one workspace and one backup, and what a person sees in it. */
interface Prepared {
  readonly directory: string
  readonly older: string
  readonly file: Uint8Array
  readonly workspaceId: string
  readonly userId: string
  readonly everything: object
}

const prepared = new Map<string | null, Prepared>()
/** How long each act takes when nobody kills it, in milliseconds; as long as it took last. */
const lasting = new Map<string, number>()

let directory: string
let served: Served | undefined
let workbench: TestWorkbench | undefined

beforeAll(async () => {
  for (const passphrase of PASSPHRASES) prepared.set(passphrase, await prepare(passphrase))
})
afterAll(() => {
  for (const { directory: one, older } of prepared.values()) for (const path of [one, older]) removeDirectory(path)
})
beforeEach(() => {
  directory = temporaryDirectory()
})
afterEach(async () => {
  await served?.stop('SIGKILL')
  await workbench?.application.close()
  served = undefined
  workbench = undefined
  removeDirectory(directory)
})

/** Room that a program makes for itself at its start; a second name for it is enough of a copy. */
const BALLAST = 'ballast'

function takeCopy(from: string): void {
  cpSync(from, directory, { recursive: true, filter: (path) => path !== join(from, BALLAST) })
  linkSync(join(from, BALLAST), join(directory, BALLAST))
}

const pathOf = ({ workspace_id, id }: Backup) => ({ workspace_id, backup_id: id })
const backupsOf = async (call: Call) => (await call(backupsGet, {})).backups

async function newest(call: Call): Promise<Backup> {
  const [backup] = await backupsOf(call)
  if (backup === undefined) throw new Error('there is no backup')
  return backup
}

async function prepare(passphrase: string | null): Promise<Prepared> {
  const [made, older] = [temporaryDirectory(), temporaryDirectory()]
  const { call, application } = await startWorkbench(made)
  const userId = await fillWorkspace(call, { passphrase, items: ITEMS, files: FILES })
  const everything = await everythingOf(call, userId)
  const { backup } = await call(backupMake, {})
  const file = await savedFile(call, backup, passphrase)
  await vi.waitFor(() => {
    expect(existsSync(join(made, BALLAST))).toBe(true)
  })
  await application.close()
  cpSync(made, older, { recursive: true })
  await makeOlder(onlyDatabase(older), backup.workspace_id, passphrase)
  return { directory: made, older, file, workspaceId: backup.workspace_id, userId, everything }
}

async function savedFile(call: Call, backup: Backup, passphrase: string | null): Promise<Uint8Array> {
  const { byte_size } = await call(backupFileMake, { params: pathOf(backup), body: { passphrase } })
  const parts: Uint8Array[] = []
  for (let start = 0; start < byte_size;) {
    const { data } = await call(backupFilePart, { query: { start, bytes: PART_BYTES } })
    parts.push(data)
    start += data.length
  }
  await call(backupFileForget, {})
  return Buffer.concat(parts)
}

async function take(call: Call, file: Uint8Array): Promise<void> {
  for (let start = 0; start < file.length; start += PART_BYTES) {
    await call(backupTakePart, { params: { start }, body: Uint8Array.from(file.subarray(start, start + PART_BYTES)) })
  }
}

async function keyOf(database: string, id: string, passphrase: string | null) {
  const listed = readRecord(join(database, '..'), id)
  if (!('record' in listed)) throw new Error(listed.problem)
  return (await openKeys(listed.record, { passphrase })).file
}

/** Takes the last steps back, so that it is a database of the release before them. */
async function makeOlder(database: string, id: string, passphrase: string | null): Promise<void> {
  const key = await keyOf(database, id, passphrase)
  const connection = openDatabase({ path: database, ...(key !== undefined && { key }) })
  connection.exec(/* sql */ `
    ${TAKE_BACK_LAST_STEPS}
    DROP TABLE address_salts;
    DROP INDEX sessions_by_end;
    ALTER TABLE sessions DROP COLUMN ended;
    DROP TABLE clock_readings;
    DROP TRIGGER keep_private_key;
    DROP TRIGGER keep_agent_key;
    DROP TRIGGER keep_renamed_agent_key;
    ALTER TABLE data_encryption_keys DROP COLUMN kept;
    DROP INDEX nodes_by_label;
    DROP INDEX templates_by_label;
    ALTER TABLE classification_nodes DROP COLUMN label_key;
    ALTER TABLE item_templates DROP COLUMN label_key;
    PRAGMA user_version = 340;
  `)
  closeDatabase(connection)
  rmSync(`${database}.seal`) // speaks of the newer one
}

/** Begins an act in a program of its own. */
async function begin(act: ActName, passphrase: string | null): Promise<{ readonly ended: Promise<unknown> }> {
  const base = basis(passphrase)
  const params = { workspace_id: base.workspaceId }
  const isOlder = act === 'bringing an older one up to date'
  takeCopy(isOlder ? base.older : base.directory)
  served = await startServed('--data', directory, '--window')
  const { call } = await windowOverHttp(served.line.url, served.line.ui)
  if (!isOlder) await call(workspaceOpen, { params, body: { passphrase } })
  if (act === 'restoring from a file') await take(call, base.file)
  return { ended: ACTS[act](call, passphrase, params) }
}

function basis(passphrase: string | null): Prepared {
  const base = prepared.get(passphrase)
  if (base === undefined) throw new Error('nothing was prepared')
  return base
}

/** How long the act takes by itself; measured once and corrected whenever it is over before the kill. */
async function durationOf(act: ActName, passphrase: string | null): Promise<number> {
  const known = lasting.get(act)
  if (known !== undefined) return known
  const { ended } = await begin(act, passphrase)
  const start = performance.now()
  await ended
  const took = performance.now() - start
  lasting.set(act, took)
  await served?.stop('SIGKILL')
  removeDirectory(directory)
  directory = temporaryDirectory()
  return took
}

/** Kills the program at a random moment of the act. */
async function killWhile(act: ActName, passphrase: string | null): Promise<string> {
  const longest = (await durationOf(act, passphrase)) * 1.1
  const { ended } = await begin(act, passphrase)
  const start = performance.now()
  const momentMs = (randomInt(1_000_000) / 1_000_000) * longest
  const first = await Promise.race([
    ended.then(() => 'done'),
    setTimeout(momentMs).then(() => `killed after ${momentMs.toFixed(0)} ms`),
  ])
  if (first === 'done') lasting.set(act, performance.now() - start)
  await served?.stop('SIGKILL')
  await ended.catch(() => undefined)
  return first
}

async function openNamed(call: Call, name: string, passphrase: string | null): Promise<void> {
  const { workspaces } = await call(statusGet, {})
  const workspace_id = String(workspaces.find((one) => one.name === name)?.id)
  await call(workspaceOpen, { params: { workspace_id }, body: { passphrase } })
}

const halfMade = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => /\.making-|\.new$|\.pdvbackup/.test(name))

/** Every workspace on the list holds everything and has no damage. @returns their names */
async function wholeWorkspaces({ call }: TestWorkbench, passphrase: string | null): Promise<readonly string[]> {
  const { userId, everything } = basis(passphrase)
  const { workspaces } = await call(statusGet, {})
  for (const { name } of workspaces) {
    await openNamed(call, name, passphrase)
    expect((await call(workspaceCheck, {})).damage).toEqual([])
    expect(await everythingOf(call, userId)).toEqual(everything)
  }
  return workspaces.map(({ name }) => name)
}

describe.each(DRAWS)('kill -9 while $act, workspace with the passphrase $passphrase', ({ act, passphrase }) => {
  it('leaves the workspace and every listed backup whole, what was restored whole or not there, nothing half', async () => {
    const moment = await killWhile(act, passphrase)

    workbench = await startWorkbench(directory)
    const { call, faults } = workbench
    const after = (await call(statusGet, {})).workspaces.map(({ name }) => name)
    const backups = await backupsOf(call)
    for (const backup of backups) await call(backupRestore, { params: pathOf(backup), body: { passphrase } })
    const isOfFile = act.includes('file')
    if (isOfFile) {
      await take(call, await savedFile(call, await newest(call), passphrase))
      await call(backupTakenRestore, { body: { passphrase } })
    }
    const all = await wholeWorkspaces(workbench, passphrase)

    expect([['Mine'], ['Mine', 'Mine 2']], moment).toContainEqual(after)
    expect(backups.length, moment).toBeGreaterThan(0)
    expect(all, moment).toHaveLength(after.length + backups.length + Number(isOfFile))
    expect(halfMade(directory), moment).toEqual([])
    // Without a cause it is told that others could have opened what was copied here.
    expect(
      faults.filter((fault) => fault !== undefined),
      moment,
    ).toEqual([])
  })
})

it('what a kill left half made or half sent › is gone after the next start, and hinders nothing', async () => {
  const { directory: base, workspaceId } = basis(null)
  takeCopy(base)
  const folders = ['1-daily', '2-daily-removed'].map((name) => `backups/${workspaceId}/.making-${name}`)
  folders.push(`backups/.making-${workspaceId}-removed`)
  const left = [...folders, `workspaces/.making-${workspaceId}`].map((name) => join(directory, name))
  for (const path of left) mkdirSync(path)
  for (const path of left) writeFileSync(join(path, 'vault.db'), 'half')
  const parts = ['saved.pdvbackup', 'saved.pdvbackup.new', 'taken.pdvbackup', 'going.saved.pdvbackup.new']
  for (const name of parts) writeFileSync(join(directory, 'backups', name), 'half')

  workbench = await startWorkbench(directory)
  const { call } = workbench
  writeFileSync(join(directory, 'backups', 'saved.pdvbackup.new'), 'half')
  await savedFile(call, await newest(call), null)

  await vi.waitFor(() => {
    expect(halfMade(directory)).toEqual([])
    expect(readdirSync(join(directory, 'backups'))).toEqual([workspaceId])
  })
})

it('the older database › is one of an earlier step, which an opening brings to the newest', async () => {
  const { older, workspaceId } = basis(null)
  expect(peekSchemaVersion({ path: onlyDatabase(older) })).toBe(340)
  takeCopy(older)

  workbench = await startWorkbench(directory)
  await openNamed(workbench.call, 'Mine', null)

  const [backup] = await backupsOf(workbench.call)
  expect(backup).toMatchObject({ workspace_id: workspaceId, reason: 'before_update' })
  await workbench.application.close()
  expect(peekSchemaVersion({ path: onlyDatabase(directory) })).toBe(MIGRATIONS.at(-1)?.number)
})
