// Proves docs/contract/workbench.md, Tables.

import { expect, it } from 'vitest'
import { newDatabase, startService, testClock } from '../support/service/test-service.ts'

it('every statement that the service may ever use is one that SQLite takes', () => {
  const connection = newDatabase()
  // What is left is the driver's own, which compiles at once.
  expect(Reflect.deleteProperty(connection, 'prepare')).toBe(true)
  const compile = connection.prepare.bind(connection)
  let compiled = 0
  connection.prepare = (sql: string) => {
    compiled += 1
    return compile(sql)
  }

  void startService({}, { connection, clock: testClock() }).service.close()

  expect(compiled).toBeGreaterThan(300)
})
