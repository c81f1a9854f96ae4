// Proves docs/contract/workbench.md, Earlier versions, Workspaces: keys.

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from './database.ts'
import { closeDatabase, openDatabase, rewriteUnderKey, suspendDurability } from './database.ts'
import { migrate, schemaVersion } from './migrate.ts'
import { MIGRATIONS } from './migrations/all.ts'

let directory: string
let path: string
let connection: Connection | undefined

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'vaultbench-database-'))
  path = join(directory, 'vault.db')
})

afterEach(() => {
  connection?.close()
  connection = undefined
  rmSync(directory, { recursive: true })
})

function open(options: { readonly key?: Uint8Array } = {}): Connection {
  connection = openDatabase({ path, ...options })
  return connection
}

function written(options: { readonly key?: Uint8Array } = {}): void {
  const made = open(options)
  made.exec("CREATE TABLE notes (text TEXT NOT NULL) STRICT; INSERT INTO notes VALUES ('readable name')")
  closeDatabase(made)
}

const key = new Uint8Array(32).fill(7)

describe('openDatabase', () => {
  it.each([
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
    ['trusted_schema', 0],
    ['secure_delete', 2],
    ['busy_timeout', 5000],
  ])('sets %s to %s', (name, expected) => {
    expect(open().pragma(name, { simple: true })).toBe(expected)
  })

  it('writes nothing readable into a file with a key', () => {
    written({ key })

    const bytes = readFileSync(path)
    expect(bytes.includes('readable name')).toBe(false)
    expect(bytes.includes('SQLite format')).toBe(false)
  })

  it('opens a file with its key and refuses another one, or none', () => {
    written({ key })

    expect(open({ key }).prepare('SELECT text FROM notes').pluck().get()).toBe('readable name')
    expect(() => openDatabase({ path, key: new Uint8Array(32).fill(8) })).toThrow(
      expect.objectContaining({ code: 'wrong_key' }),
    )
    expect(() => openDatabase({ path })).toThrow(expect.objectContaining({ code: 'damaged' }))
  })

  it('refuses a truncated or foreign file and leaves it as it is', () => {
    written()
    truncateSync(path, 50)
    const before = readFileSync(path)

    expect(() => openDatabase({ path })).toThrow(expect.objectContaining({ code: 'damaged' }))

    expect(readFileSync(path)).toEqual(before)
    writeFileSync(path, 'this is a letter, not a database'.repeat(200))
    expect(() => openDatabase({ path })).toThrow(expect.objectContaining({ code: 'damaged' }))
  })

  it('does not create a file that must exist', () => {
    expect(() => openDatabase({ path, mustExist: true })).toThrow(expect.objectContaining({ code: 'not_writable' }))
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined()
  })
})

describe('suspendDurability', () => {
  it('waits for nothing until it ends; then everything is in the file, and what comes later is waited for', () => {
    const made = open()
    const keep = suspendDurability(made)
    made.exec("CREATE TABLE notes (text TEXT NOT NULL) STRICT; INSERT INTO notes VALUES ('readable name')")
    const before = [made.pragma('synchronous', { simple: true }), readFileSync(path).includes('readable name')]

    keep()

    const after = [made.pragma('synchronous', { simple: true }), readFileSync(path).includes('readable name')]
    expect([before, after]).toEqual([
      [0, false],
      [2, true],
    ])
  })
})

describe('rewriteUnderKey', () => {
  const newKey = new Uint8Array(32).fill(8)
  const newPath = () => join(directory, 'vault-2.db')
  const rewrite = () => rewriteUnderKey({ path, key }, { path: newPath(), key: newKey })
  const pagesOf = (file: string) => {
    const bytes = readFileSync(file)
    return Array.from({ length: bytes.length / 4096 }, (_, index) =>
      bytes.toString('latin1', index * 4096, (index + 1) * 4096),
    )
  }

  /** Most of it is unused: pages that hold what was deleted, and that nobody reads again. */
  function writtenAndDeleted(): void {
    const made = open({ key })
    made.exec('CREATE TABLE notes (number INTEGER NOT NULL, text TEXT NOT NULL) STRICT')
    const add = made.prepare('INSERT INTO notes VALUES (?, ?)')
    const addAll = made.transaction(() => {
      for (let number = 0; number < 200; number += 1) add.run(number, `note ${number} `.repeat(100))
    })
    addAll()
    made.exec('DELETE FROM notes WHERE number % 7 <> 0 OR number > 120')
    closeDatabase(made)
    connection = undefined
  }

  it('writes every page anew, under the new key alone', () => {
    writtenAndDeleted()
    const before = readFileSync(path)
    const rows = open({ key }).prepare('SELECT rowid, * FROM notes').all()
    closeDatabase(connection as Connection)

    expect(rewrite()).toEqual([])

    expect(readFileSync(path)).toEqual(before)
    const pages = pagesOf(newPath())
    expect(pages.length).toBeGreaterThan(5)
    const former = new Set(pagesOf(path))
    expect(pages.filter((page) => former.has(page))).toEqual([])
    const rewritten = openDatabase({ path: newPath(), key: newKey })
    expect(rewritten.prepare('SELECT rowid, * FROM notes').all()).toEqual(rows)
    expect(rewritten.pragma('freelist_count', { simple: true })).toBe(0)
    rewritten.close()
    expect(() => openDatabase({ path: newPath(), key })).toThrow(expect.objectContaining({ code: 'wrong_key' }))
  })

  it('leaves out nothing that is in a log', () => {
    writtenAndDeleted()
    const other = openDatabase({ path, key })
    other.exec("INSERT INTO notes VALUES (1000, 'in the log')")

    expect(rewrite).toThrow(expect.objectContaining({ code: 'not_writable' }))

    other.close()
    expect(existsSync(newPath())).toBe(false)
  })

  it('tells damage, and leaves no second file', () => {
    writtenAndDeleted()
    const bytes = readFileSync(path)
    bytes.writeUInt8(bytes.readUInt8(2 * 4096 + 100) ^ 1, 2 * 4096 + 100)
    writeFileSync(path, bytes)

    expect(rewrite()).toHaveLength(1)

    expect(existsSync(newPath())).toBe(false)
    expect(readFileSync(path)).toEqual(bytes)
  })

  it('overwrites no file', () => {
    writtenAndDeleted()
    writeFileSync(newPath(), 'of somebody')

    expect(rewrite).toThrow(expect.objectContaining({ code: 'EEXIST' }))

    expect(readFileSync(newPath(), 'utf8')).toBe('of somebody')
  })
})

describe('migrate', () => {
  it('applies each step once', () => {
    migrate(open(), MIGRATIONS)

    const newest = MIGRATIONS.at(-1)?.number
    expect(schemaVersion(open())).toBe(newest)
    expect(() => migrate(open(), MIGRATIONS)).not.toThrow()
  })

  it('refuses a database of a newer program and leaves it as it is', () => {
    open().pragma('user_version = 99990')

    expect(() => migrate(open(), MIGRATIONS)).toThrow(expect.objectContaining({ code: 'newer_version' }))

    expect(open().prepare('SELECT count(*) FROM sqlite_schema').pluck().get()).toBe(0)
  })

  it('refuses a database of a program that was never released and leaves it as it is', () => {
    open().pragma('user_version = 320')

    expect(() => migrate(open(), MIGRATIONS)).toThrow(expect.objectContaining({ code: 'unreleased_version' }))

    expect(schemaVersion(open())).toBe(320)
    expect(open().prepare('SELECT count(*) FROM sqlite_schema').pluck().get()).toBe(0)
  })

  it('undoes a step that throws, with its number', () => {
    const failing = {
      number: 10,
      name: 'fails',
      up(database: Connection) {
        database.exec('CREATE TABLE half (id TEXT) STRICT')
        throw new Error('no')
      },
    }

    expect(() => migrate(open(), [failing])).toThrow('no')

    expect(schemaVersion(open())).toBe(0)
    expect(open().prepare('SELECT count(*) FROM sqlite_schema').pluck().get()).toBe(0)
  })

  it('refuses steps out of order', () => {
    const step = (number: number) => ({ number, name: 'step', up: () => undefined })

    expect(() => migrate(open(), [step(20), step(10)])).toThrow('out of order')
    expect(() => migrate(open(), [step(15)])).toThrow('out of order')
  })
})
