import type { Connection } from './database.ts'
import { StorageError } from './storage-error.ts'

/** One numbered step. Numbers grow by ten; a step that was released is never changed. */
export interface Migration {
  readonly number: number
  readonly name: string
  up(connection: Connection): void
}

/**
 * Brings a database to the newest step, each in one transaction together with its number (`user_version`).
 *
 * @throws {StorageError} `newer_version` when the database was written by a newer program, `unreleased_version` when it
 *   is older than the first step; it is left untouched.
 * @throws {Error} when the list is not strictly ascending in tens.
 */
export function migrate(connection: Connection, migrations: readonly Migration[]): void {
  checkOrder(migrations)
  const newest = migrations.at(-1)?.number ?? 0
  const current = schemaVersion(connection)
  if (current > newest) {
    throw new StorageError(
      'newer_version',
      `the database has version ${current}, this program knows versions up to ${newest}; open it with a newer program`,
    )
  }
  const oldest = migrations[0]?.number ?? 0
  if (current !== 0 && current < oldest) {
    throw new StorageError(
      'unreleased_version',
      `the database has version ${current}, which no released program wrote; the first one that was released is ${oldest}`,
    )
  }
  for (const migration of migrations) {
    if (migration.number <= current) continue
    connection
      .transaction(() => {
        migration.up(connection)
        connection.pragma(`user_version = ${migration.number}`)
      })
      .immediate()
  }
}

/** Number of the last step that was applied; 0 for an empty database. */
export function schemaVersion(connection: Connection): number {
  return Number(connection.pragma('user_version', { simple: true }))
}

function checkOrder(migrations: readonly Migration[]): void {
  migrations.forEach((migration, index) => {
    const previous = index === 0 ? 0 : (migrations[index - 1]?.number ?? 0)
    if (migration.number <= previous || migration.number % 10 !== 0) {
      throw new Error(`migration ${migration.number} (${migration.name}) is out of order after ${previous}`)
    }
  })
}
