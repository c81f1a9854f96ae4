import type { Connection } from './database.ts'
import { StorageError } from './storage-error.ts'

/** One numbered step. Numbers are multiples of ten; a released step is never changed. */
export type Migration = { readonly number: number; readonly name: string } & (
  | { up(connection: Connection): void }
  /** A step that takes long with many rows has parts. They run in order, and an interrupted part is repeated. */
  | { readonly parts: readonly MigrationPart[] }
)

/**
 * A part of a step. Each portion up to the next yield is a transaction of its own. A repeated part must detect the work
 * that was done before.
 *
 * @yields the completed share, from 0 to 1
 */
export type MigrationPart = (connection: Connection) => Generator<number, void>

/** Called with the progress, from 0 to 1, after each portion. */
export type MigrationProgress = (done: number) => void

/**
 * Migrates a database to the newest step. A step and its number (`user_version`) are written in one transaction, or in
 * several if it has parts: the program may end between them, and the next start continues there.
 * @throws {StorageError} `newer_version` for a database of a newer program, `unreleased_version` for one older than the
 *   first step; the database is not changed
 * @throws {Error} if the numbers are not ascending multiples of ten
 */
export function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  onProgress: MigrationProgress = () => undefined,
): void {
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
      `the database has version ${current}, which no released program wrote; the first released one is ${oldest}`,
    )
  }
  const missing = migrations.filter(({ number }) => number > current)
  for (const [index, migration] of missing.entries()) {
    runStep(connection, migration, (done) => {
      onProgress((index + done) / missing.length)
    })
  }
}

function runStep(connection: Connection, migration: Migration, report: MigrationProgress): void {
  const setVersion = () => connection.pragma(`user_version = ${migration.number}`)
  if ('parts' in migration) {
    runParts(connection, migration.parts, report)
    setVersion()
    return
  }
  connection
    .transaction(() => {
      migration.up(connection)
      setVersion()
    })
    .immediate()
  report(1)
}

function runParts(connection: Connection, parts: readonly MigrationPart[], report: MigrationProgress): void {
  for (const [index, part] of parts.entries()) {
    const portions = part(connection)
    const nextPortion = connection.transaction(() => portions.next())
    for (let portion = nextPortion.immediate(); portion.done !== true; portion = nextPortion.immediate()) {
      report((index + portion.value) / parts.length)
    }
    report((index + 1) / parts.length)
  }
}

/** The number of the last applied step; 0 for an empty database. */
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
