// Proves docs/contract/workbench.md, Damage.

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeDatabase, openDatabase, readRows } from './database.ts'
import type { RowPlace } from './database.ts'
import { PAGE_BYTES } from './page-digests.ts'

const key = new Uint8Array(32).fill(7)
const ROWS = 60

describe('readRows', () => {
  let folder: string
  let path: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vaultbench-test-'))
    path = join(folder, 'vault.db')
    const connection = openDatabase({ path, key })
    connection.exec(/* sql */ `
      CREATE TABLE a (one TEXT NOT NULL, two INTEGER NOT NULL, text TEXT, PRIMARY KEY (one, two)) STRICT, WITHOUT ROWID;
      CREATE TABLE b (id TEXT PRIMARY KEY, text TEXT) STRICT;
      CREATE TABLE c (token BLOB PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
    `)
    for (let number = 0; number < ROWS; number += 1) {
      // Longer than a page: a part of it lies on pages of its own.
      connection.prepare('INSERT INTO a VALUES (?, ?, ?)').run(`one-${number % 7}`, number, 'x'.repeat(9_000))
      connection.prepare('INSERT INTO b VALUES (?, ?)').run(`b-${number}`, 'y'.repeat(9_000))
      connection.prepare('INSERT INTO c VALUES (?)').run(Buffer.from([number]))
    }
    closeDatabase(connection)
  })
  afterEach(() => {
    rmSync(folder, { recursive: true })
  })

  /** Looks at the file in parts until they come round. */
  function lookThrough(limit: number): {
    readonly reached: readonly (RowPlace | undefined)[]
    readonly findings: readonly string[]
  } {
    const reached: (RowPlace | undefined)[] = []
    for (let part = 0; part < (3 * ROWS) / limit; part += 1) {
      const look = readRows({ path, key }, reached.at(-1), limit)
      reached.push(look.reached)
      if (look.findings.length > 0) return { reached, findings: look.findings }
    }
    return { reached, findings: [] }
  }

  it('reads on where it was, and comes round', () => {
    expect(readRows({ path, key }, undefined, 10)).toEqual({
      findings: [],
      reached: { table: 'a', key: ['one-1', 1] },
    })
    const { reached, findings } = lookThrough(25)

    expect(findings).toEqual([])
    expect(reached.map((place) => place?.table)).toEqual(['a', 'a', 'b', 'b', 'c', 'a', 'a', 'b'])
    expect(reached[4]?.key).toEqual([])
  })

  it('finds a bit that flipped on any page of a row, in the part that reads it', () => {
    const pages = statSync(path).size / PAGE_BYTES
    const unnoticed: number[] = []
    for (let page = 3; page < pages; page += 1) {
      const whole = readFileSync(path)
      const damaged = Buffer.from(whole)
      const at = page * PAGE_BYTES + 1_000
      damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at)
      writeFileSync(path, damaged)
      if (lookThrough(25).findings.length === 0) unnoticed.push(page)
      writeFileSync(path, whole)
    }

    // Pages of the index of b alone are left to the look at the whole file.
    expect(pages).toBeGreaterThan(250)
    expect(unnoticed.length).toBeLessThan(5)
  })
})
