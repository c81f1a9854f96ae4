import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeDatabase, openDatabase } from '../src-main/sqlite/database.ts'
import { inspectFile, sealFile } from '../src-main/sqlite/file-seal.ts'
import { changeClosedDatabase } from './closed-database.ts'

let directory: string
let path: string

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'vaultbench-test-'))
  path = join(directory, 'workspaces', 'one', 'vault.db')
  mkdirSync(join(path, '..'), { recursive: true })
  const connection = openDatabase({ path })
  connection.exec('CREATE TABLE numbers (number INTEGER) STRICT')
  closeDatabase(connection)
  await sealFile(path, { checkedAt: '2026-01-01T00:00:00.000Z', notices: [], isPlain: true })
})

afterEach(() => {
  rmSync(directory, { recursive: true })
})

it('changeClosedDatabase › leaves the file as a program leaves it that closed it in order', async () => {
  const changed = await changeClosedDatabase(directory, (connection) => {
    connection.exec('INSERT INTO numbers VALUES (1)')
  })

  expect(changed).toBe(path)
  expect(await inspectFile(path)).toEqual({ checkedAt: expect.stringMatching(/^20/) as string, notices: [] })
  const connection = openDatabase({ path })
  expect(connection.prepare('SELECT number FROM numbers').pluck().all()).toEqual([1])
  closeDatabase(connection)
})

it('changeClosedDatabase › refuses a directory with another workspace, of which it cannot know which is meant', async () => {
  mkdirSync(join(directory, 'workspaces', 'two'))

  await expect(changeClosedDatabase(directory, () => undefined)).rejects.toThrow('there is not one workspace')
})
