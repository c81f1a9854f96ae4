// Proves docs/contract/workbench.md, Data directory, Durability.

// @module-tag full

import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { openDataDirectory } from '../../src-main/sqlite/data-directory.ts'
import { openDatabase } from '../../src-main/sqlite/database.ts'
import { startServed, ServedEnded } from '../support/service/served.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import {
  PASSPHRASE,
  registerUser,
  removeDirectory,
  startWorkbench,
  temporaryDirectory,
} from '../support/workbench/workbench.ts'
import { onlyDatabase } from '../support/service/stored-items.ts'

const { workspaceCreate, itemCreate } = workbenchOperations
const HOLDER = { pid: 4711, since: '2026-01-01T00:00:00.000Z' }

let directory: string
let workbench: TestWorkbench | undefined

beforeEach(() => {
  directory = temporaryDirectory()
})

afterEach(async () => {
  await workbench?.application.close()
  workbench = undefined
  removeDirectory(directory)
})

async function inUse(passphrase: string | null): Promise<void> {
  workbench = await startWorkbench(join(directory, 'data'))
  const { call } = workbench
  await call(workspaceCreate, { body: { name: 'Mine', passphrase } })
  const { user } = await registerUser({ call }, 'Alice')
  await call(itemCreate, { params: { user_id: user.id }, body: { label: 'x', slots: [{ label: 'a', value: 'b' }] } })
}

describe('files of a data directory in use', () => {
  let umask: number
  beforeEach(() => {
    umask = process.umask(0) // the program itself sets 077; the modes must not depend on it
  })
  afterEach(() => {
    process.umask(umask)
  })

  it.each([
    ['plain', null],
    ['protected', PASSPHRASE],
  ])('are readable by their owner only, the logs of SQLite too, in a %s workspace', async (_kind, passphrase) => {
    await inUse(passphrase)

    const entries = readdirSync(join(directory, 'data'), { recursive: true, withFileTypes: true })
    const names = entries.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['lock.db', 'holder.json', 'vault.db', 'vault.db-wal', 'vault.db-shm']),
    )
    const modes = entries.map((entry) => {
      const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777
      return { name: entry.name, mode, wanted: entry.isDirectory() ? 0o700 : 0o600 }
    })
    expect(modes.filter(({ mode, wanted }) => mode !== wanted)).toEqual([])
    expect(statSync(join(directory, 'data')).mode & 0o777).toBe(0o700)
  })

  it.each([
    ['plain', true, null],
    ['protected', false, PASSPHRASE],
  ])('a %s database says that it is SQLite: %s', async (_kind, isPlain, passphrase) => {
    await inUse(passphrase)
    await workbench?.application.close()

    const bytes = readFileSync(onlyDatabase(join(directory, 'data')))
    expect(bytes.subarray(0, 15).toString('latin1') === 'SQLite format 3').toBe(isPlain)
  })
})

describe('settings of a database', () => {
  const SETTINGS = {
    ...{ journal_mode: 'wal', synchronous: 2, foreign_keys: 1, trusted_schema: 0, cell_size_check: 1 },
    ...{ busy_timeout: 5_000, wal_autocheckpoint: 4_000, journal_size_limit: 16 * 1024 * 1024, cache_size: -65_536 },
    ...{ temp_store: 2, mmap_size: 0, secure_delete: 2, auto_vacuum: 2, fullfsync: 1, checkpoint_fullfsync: 1 },
  }

  it.each([
    ['plain', undefined],
    ['ciphered', new Uint8Array(32).fill(9)],
  ])('read back as they must be, at the first open and at the next one, %s', (_kind, key) => {
    const options = { path: join(directory, 'vault.db'), ...(key !== undefined && { key }) }
    for (let open = 0; open < 2; open += 1) {
      const connection = openDatabase(options)
      connection.exec('CREATE TABLE IF NOT EXISTS t (a)')
      const read = Object.keys(SETTINGS).map((name) => [name, connection.pragma(name, { simple: true })])
      connection.close()
      expect(Object.fromEntries(read)).toEqual(SETTINGS)
    }
  })
})

describe('a data directory that somebody has', () => {
  it('is refused, naming the holder', () => {
    const held = openDataDirectory(directory, HOLDER)

    expect(() => openDataDirectory(directory, { ...HOLDER, pid: 1 })).toThrow(
      'is in use by process 4711, since 2026-01-01',
    )
    held.release()
  })

  it('is refused to a second process, which changes nothing and leaves the first one at work', async () => {
    const first = await startServed('--data', directory)
    const before = readFileSync(join(directory, 'holder.json'), 'utf8')
    const refusal = await startServed('--data', directory).catch((error: unknown) => error)

    expect(refusal).toBeInstanceOf(ServedEnded)
    expect(refusal).toMatchObject({
      exitCode: 3,
      log: expect.stringContaining(`is in use by process ${first.line.pid}, since `) as string,
    })
    expect(readFileSync(join(directory, 'holder.json'), 'utf8')).toBe(before)
    expect((await fetch(`${first.line.url}/vault/version`)).status).toBe(200)
    expect(await first.stop('SIGTERM')).toBe(0)
  })

  it('is free again when the process that had it was killed', async () => {
    const first = await startServed('--data', directory)
    await first.stop('SIGKILL')
    const second = await startServed('--data', directory)

    expect(JSON.parse(readFileSync(join(directory, 'holder.json'), 'utf8'))).toMatchObject({ pid: second.line.pid })
    expect(await second.stop('SIGTERM')).toBe(0)
  })
})

describe('four processes writing one file without the lock', () => {
  const WRITES = 250
  const WRITER = `
    import { openDatabase, closeDatabase } from ${JSON.stringify(new URL('../../src-main/sqlite/database.ts', import.meta.url).href)}
    const [path, writer] = process.argv.slice(1)
    const connection = openDatabase({ path })
    const insert = connection.prepare('INSERT INTO t VALUES (?, ?)')
    const write = connection.transaction((number) => insert.run(writer, number))
    for (let number = 0; number < ${WRITES}; number += 1) write.immediate(number)
    closeDatabase(connection)
  `

  it('loses no write and fails at none', async () => {
    const path = join(directory, 'vault.db')
    const connection = openDatabase({ path })
    connection.exec('CREATE TABLE t (writer TEXT, number INTEGER)')
    const codes = await Promise.all(
      ['a', 'b', 'c', 'd'].map(
        (writer) =>
          new Promise<number | null>((resolve) => {
            const options = ['--input-type=module', '--eval', WRITER, path, writer]
            spawn(process.execPath, options, { stdio: ['ignore', 'ignore', 'inherit'] }).once('close', resolve)
          }),
      ),
    )

    expect(codes).toEqual([0, 0, 0, 0])
    expect(connection.prepare('SELECT count(DISTINCT writer || number) FROM t').pluck().get()).toBe(4 * WRITES)
    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok')
    connection.close()
  })
})
