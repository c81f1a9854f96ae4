// Proves docs/contract/workbench.md, Tables.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../src-main/sqlite/database.ts'
import { newDatabase } from '../support/service/database.ts'

let connection: Connection

beforeEach(() => {
  connection = newDatabase()
})

afterEach(() => {
  connection.close()
})

describe('exchange', () => {
  it('refuses two definitions with one id', () => {
    const insert = connection.prepare(`
      INSERT INTO presentation_definitions (id, definition, created_by_key, created_at)
      VALUES ('1', '{}', 'k1', '2026-01-01T00:00:00.000Z')`)
    insert.run()

    expect(() => insert.run()).toThrow('UNIQUE')
  })
})
