// Proves docs/contract/workbench.md, Data directory.

import { afterEach, describe, expect, it } from 'vitest'
import type { Connection } from './database.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations/all.ts'
import { createNewestSchema, schemaOf } from './newest-schema.ts'

const opened: Connection[] = []
afterEach(() => {
  for (const connection of opened.splice(0)) connection.close()
})

function open(): Connection {
  const connection = openDatabase({ path: ':memory:' })
  opened.push(connection)
  return connection
}

function migrated(): Connection {
  const connection = open()
  migrate(connection, MIGRATIONS)
  return connection
}

const everything = (connection: Connection) => ({
  version: connection.pragma('user_version'),
  schema: connection.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all(),
})

describe('the schema of a new database', () => {
  it('is that of the steps taken one after the other, to the letter', () => {
    const [inSteps, atOnce] = [migrated(), open()]

    createNewestSchema(atOnce, schemaOf(inSteps))

    expect(everything(atOnce)).toEqual(everything(inSteps))
    expect(atOnce.pragma('integrity_check', { simple: true })).toBe('ok')
  })

  it('is laid nowhere but in an empty database', () => {
    const before = open()
    migrate(before, MIGRATIONS.slice(0, 1))
    const found = everything(before)

    createNewestSchema(before, schemaOf(migrated()))

    expect(everything(before)).toEqual(found)
  })

  it('leaves nothing behind when a statement fails', () => {
    const connection = open()

    expect(() => {
      createNewestSchema(connection, 'CREATE TABLE one (a); CREATE TABLE one (a)')
    }).toThrow('already exists')
    expect(everything(connection).schema).toEqual([])
  })

  it('is not told of a database with rows', () => {
    const connection = open()
    connection.exec('CREATE TABLE one (a); INSERT INTO one VALUES (1)')

    expect(() => schemaOf(connection)).toThrow('the table one has rows')
  })
})
