import { createHash, randomFillSync } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isoTime, systemClock } from '../src-main/service/ports.ts'
import type { Connection } from '../src-main/sqlite/database.ts'
import { closeDatabase, openDatabase } from '../src-main/sqlite/database.ts'
import { removeInPortions } from '../src-main/sqlite/portioned-removal.ts'
import { runBackupTask } from '../src-main/workbench/backups/backup-thread.ts'
import type { WorkspaceRecord } from '../src-main/workbench/workspaces/workspace-store.ts'
import type { Fixture } from './fixture.ts'
import { addItems, addManyItems, openFixture } from './fixture.ts'
import { SHOWN } from './goals.ts'
import type { Row, Side } from './measure.ts'
import { compare, secondsSince } from './measure.ts'
import { stallRow } from './stalls-of.ts'

const MIB = 1024 * 1024
/** Smaller ones are for whoever changes this benchmark. */
const ITEMS = Number(process.env['BENCH_BACKUP_ITEMS'] ?? 100_000)
const FILES_MIB = Number(process.env['BENCH_BACKUP_MIB'] ?? 2048)
/** As the clients store them. */
const BLOCK_MIB = 4
const FILE_BLOCKS = 16
const OPTIONS = { rounds: 2, ...((ITEMS !== 100_000 || FILES_MIB !== 2048) && { goal: SHOWN }) }
const WRITE_EVERY_MS = 10
/** Rented disks are faster for some gibibytes after a rest, so that each side begins with one. */
const REST_MS = 10_000

const RECORD: WorkspaceRecord = {
  id: '01890000-0000-7000-8000-000000000001',
  name: 'Mine',
  protected: false,
  demo: false,
  created_at: isoTime(0),
  last_opened_at: null,
  key_slots: [],
}

/**
 * How long the thread that owns the window is held up while a backup is made, packed and restored and somebody goes on
 * writing, beside writing alone; and how fast a backup becomes one file and a workspace again, beside copying its files.
 */
export async function run(): Promise<readonly Row[]> {
  const fixture = openFixture()
  const folder = dirname(fixture.path)
  const backup = join(folder, 'backup')
  try {
    addManyItems(fixture, ITEMS)
    addFiles(fixture, folder)
    const items = `${ITEMS.toLocaleString('en')} items`
    const blocks = join(folder, 'files')
    const snapshot = (target: string) =>
      runBackupTask({ kind: 'snapshot', path: fixture.path, blocks, key: undefined, target })
    const copying = { name: `backup of ${items}`, work: snapshot, made: newPlaces(backup) }
    const meanwhile: Meanwhile = (work) => writeWhile(fixture, work)
    const rows = [await stalls(copying), await stalls({ ...copying, meanwhile })]
    await snapshot(backup)
    const file = join(folder, 'backup.pdvbackup')
    const pack = (made: string) =>
      runBackupTask({ kind: 'pack', folder: backup, record: RECORD, key: undefined, file: made })
    const target = join(folder, 'restored')
    const restore = (made: string) =>
      runBackupTask({ kind: 'restore', from: { file }, database: basename(fixture.path), key: undefined, target: made })
    const copies = join(folder, 'copies')
    const floor = timed('copyFile, then fsync', copies, () => copyAll(backup, copies, true))
    const bare = timed('copyFile', copies, () => copyAll(backup, copies, false))
    const { seconds, operations } = await bare.measure()
    const size = `${FILES_MIB} MiB of files, MiB a second`
    const packing = timed('pack', file, () => pack(file))
    const packed = await compare(`backup into a file, ${size}`, floor, packing, OPTIONS)
    rows.push({ ...packed, note: `copyFile without fsync: ${(operations / seconds).toFixed(0)}/s` })
    rows.push(
      await compare(
        `restore from a file, ${size}`,
        floor,
        timed('restore', target, () => restore(target)),
        OPTIONS,
      ),
    )
    const [files, targets] = [newPlaces(file), newPlaces(target)]
    rows.push(
      await stalls({ name: `backup of ${items} into a file`, work: pack, made: files, meanwhile }),
      await stalls({ name: `restore a backup of ${items}`, work: restore, made: targets, meanwhile }),
    )
    const made = targets.all()
    const remove = () => removeInPortions(made.splice(0, 1))
    rows.push(await stalls({ name: `remove ${FILES_MIB} MiB of files`, work: remove, made: targets, meanwhile }))
    await refuseDifference(backup, target)
    return rows
  } finally {
    await fixture.service.close()
    fixture.close()
  }

  /** @param made what the work makes; the one before goes first, and not while it is measured */
  function timed(name: string, made: string, work: () => Promise<void>): Side {
    return {
      name,
      async measure() {
        rmSync(made, { recursive: true, force: true })
        await setTimeout(REST_MS)
        const start = process.hrtime.bigint()
        await work()
        return { seconds: secondsSince(start), operations: bytesIn(backup) / MIB }
      },
    }
  }
}

/** Blocks on the disk and their rows, as uploads leave them. */
function addFiles({ connection, user }: Fixture, folder: string): void {
  const blocks = join(folder, 'files')
  mkdirSync(blocks, { recursive: true })
  const at = isoTime(systemClock.nowMs())
  const byte_size = BLOCK_MIB * MIB
  const blob = connection.prepare(/* sql */ `
    INSERT INTO blobs (blob_key, user_id, filename, content_type, byte_size, stored_size, committed_at, is_linked, created_at)
    VALUES (@key, @user, 'film', 'video/mp4', @size, @size, @at, 1, @at)`)
  const attachment = connection.prepare(/* sql */ `
    INSERT INTO attachments (id, user_id, byte_size, filename, main_blob_id, created_at)
    VALUES (@key, @user, @size, 'film', @blob, @at)`)
  const block = connection.prepare(/* sql */ `
    INSERT INTO blob_blocks (blob_id, block_id, first_byte, byte_size, sha256, file_name)
    VALUES (@blob, @name, @first, @byte_size, @sha256, @name)`)
  const bytes = Buffer.alloc(byte_size)
  connection.transaction(() => {
    for (let number = 0; number * BLOCK_MIB * FILE_BLOCKS < FILES_MIB; number += 1) {
      const named = { key: `film ${number}`, user: user.userId, size: byte_size * FILE_BLOCKS, at }
      const { lastInsertRowid } = blob.run(named)
      attachment.run({ ...named, blob: lastInsertRowid })
      for (let index = 0; index < FILE_BLOCKS; index += 1) {
        randomFillSync(bytes)
        const sha256 = createHash('sha256').update(bytes).digest()
        const name = sha256.toString('hex').slice(0, 32)
        writeFileSync(join(blocks, name), bytes)
        block.run({ blob: lastInsertRowid, name, first: index * byte_size, byte_size, sha256 })
      }
    }
  })()
}

/** Who has the thread meanwhile: nobody, or a person who makes one item after the other. */
type Meanwhile = (work: Promise<unknown>) => Promise<void>

/** Removing what a round made would slow down the disk in the next one, so that all of it is kept. */
function newPlaces(path: string) {
  let count = 0
  const place = (number: number) => `${path} ${number}`
  return { next: () => place((count += 1)), all: () => Array.from({ length: count }, (_, index) => place(index + 1)) }
}

interface StallCase {
  readonly name: string
  readonly work: (path: string) => Promise<void>
  /** Where each round makes something. */
  readonly made: ReturnType<typeof newPlaces>
  readonly meanwhile?: Meanwhile
}

function stalls({ name, work, made, meanwhile = alone }: StallCase): Promise<Row> {
  return stallRow(
    `${name}, ${meanwhile === alone ? 'nobody' : 'somebody'} writes`,
    {
      work: () => meanwhile(work(made.next())),
      without: (seconds) => meanwhile(setTimeout(seconds * 1000)),
    },
    { ...OPTIONS, rounds: 5 },
  )
}

const alone: Meanwhile = async (work) => void (await work)

/** A person who makes one item after the other. */
async function writeWhile(fixture: Fixture, work: Promise<unknown>): Promise<void> {
  const state = { isDone: false }
  const ended = work.finally(() => (state.isDone = true))
  while (!state.isDone) {
    await addItems(fixture, 1)
    await setTimeout(WRITE_EVERY_MS)
  }
  await ended
}

async function copyAll(from: string, to: string, isDurable: boolean): Promise<void> {
  mkdirSync(join(to, 'files'), { recursive: true })
  for (const name of filesIn(from)) {
    await copyFile(join(from, name), join(to, name))
    if (isDurable) sync(join(to, name))
  }
}

function sync(path: string): void {
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}

/** Of a workspace: its database and its blocks. */
function filesIn(folder: string): readonly string[] {
  return ['vault.db', ...readdirSync(join(folder, 'files')).map((name) => join('files', name))]
}

function bytesIn(folder: string): number {
  return filesIn(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

/** @throws {Error} unless every row but those that a restored workspace does not have, and every block, is as it was */
async function refuseDifference(backup: string, restored: string): Promise<void> {
  const [rowsThen, rowsNow] = [backup, restored].map((folder) => rowCounts(join(folder, 'vault.db')))
  if (rowsThen !== rowsNow) throw new Error(`the rows are others: ${rowsThen}, ${rowsNow}`)
  const [then, now] = [await digests(backup), await digests(restored)]
  if (then !== now) throw new Error('the blocks are others')
}

function rowCounts(path: string): string {
  const connection: Connection = openDatabase({ path })
  const tables = connection
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY 1")
    .pluck()
    .all()
  const signedOut = new Set(['sessions', 'login_keys', 'address_salts'])
  const counted = tables
    .filter((name) => !signedOut.has(name))
    .map((name) => `${name} ${String(connection.prepare(`SELECT count(*) FROM "${name}"`).pluck().get())}`)
  closeDatabase(connection)
  return counted.join(', ')
}

async function digests(folder: string): Promise<string> {
  const made: string[] = []
  for (const name of readdirSync(join(folder, 'files')).sort()) {
    const hash = createHash('sha256')
    for await (const bytes of createReadStream(join(folder, 'files', name))) hash.update(bytes as Buffer)
    made.push(`${name} ${hash.digest('hex')}`)
  }
  return made.join('\n')
}
