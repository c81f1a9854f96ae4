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

describe('workbench', () => {
  it('refuses two users of the same account', () => {
    const insert = connection.prepare(`
      INSERT INTO workbench_users (id, username, full_name, email, user_type, colour, registered, sealed_secret_string, created_at)
      VALUES (?, 'name', 'A', '', 'human', 0, 0, x'00', '2026-01-01T00:00:00.000Z')`)
    insert.run('1')

    expect(() => insert.run('2')).toThrow('UNIQUE')
  })
})
