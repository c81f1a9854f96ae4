// Proves docs/contract/workbench.md, Damage.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { databaseKey } from '../crypto/keys.ts'
import { isoTime, systemClock } from '../service/ports.ts'
import { closeDatabase, openDatabase } from '../sqlite/database.ts'
import type { Inspection } from '../sqlite/file-seal.ts'
import { inspectFile } from '../sqlite/file-seal.ts'
import { createCheckedFile } from './file-wiring.ts'

const key = databaseKey(new Uint8Array(32).fill(3))
const DAY_MS = 24 * 60 * 60 * 1000
const ROWS = 60_000

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vaultbench-test-'))
  path = join(folder, 'vault.db')
  const connection = openDatabase({ path, key })
  connection.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT) STRICT')
  connection
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT INTO t SELECT i, 'text ' || i FROM n`,
    )
    .run(ROWS)
  closeDatabase(connection)
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

/** The file as it is after an opening. */
async function afterOpening(inspection: Inspection, check: 'large' | 'small' = 'large') {
  const connection = openDatabase({ path, key })
  const file = createCheckedFile({
    ...{ path, key, inspection, connection, isOriginal: true, savedLog: undefined, missingBlocks: 0 },
    place: { isThere: () => true, require: () => undefined },
    log: { error: () => undefined },
    fullCheckBytes: check === 'large' ? 0 : Infinity,
  })
  const nowMs = systemClock.nowMs()
  const isDue = file.isCheckDue(nowMs)
  const found = await file.runDueCheck(nowMs)
  const isStillDue = file.isCheckDue(nowMs)
  closeDatabase(connection)
  await file.seal()
  return { isDue, found, isStillDue, next: await inspectFile(path) }
}

const checked = (daysAgo: number): Inspection => ({
  checkedAt: isoTime(systemClock.nowMs() - daysAgo * DAY_MS),
  notices: [],
})

it('a large protected file › is looked through in parts, an opening each, and goes on where it was', async () => {
  const inspection = checked(1)

  const first = await afterOpening(inspection)
  const second = await afterOpening(first.next)

  expect(first).toMatchObject({ isDue: true, found: [], isStillDue: false })
  expect(first.next).toEqual({ ...inspection, checkedUpTo: { table: 't', key: [49_999] } }) // one row is of the schema
  expect(second.next.checkedUpTo).toBeUndefined()
})

it.each([
  ['a small one', checked(1), 'small'],
  ['one that was looked through a week ago', checked(7), 'large'],
  ['one that was not closed in order', { checkedAt: undefined, notices: [] }, 'large'],
] as const)('%s › is looked through whole', async (_, inspection, size) => {
  const { next } = await afterOpening(inspection, size)

  expect(next.checkedAt).not.toBe(inspection.checkedAt)
  expect(next.checkedUpTo).toBeUndefined()
})

it('a large protected file › is looked through whole as soon as a part of it is damaged', async () => {
  const bytes = readFileSync(path)
  const at = 4096 * 9 + 100
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  writeFileSync(path, bytes)
  const inspection = checked(1)

  const { found, next } = await afterOpening(inspection)

  expect(found.join()).toContain('is damaged')
  expect(next.checkedAt).not.toBe(inspection.checkedAt)
})
