import type { StoredBackup } from './backup-files.ts'

const DAILY = 7
const WEEKLY = 4
/** The number of backups before changes to keep, in case a person wants to undo a change. */
const BEFORE_CHANGES = 4

const DAY_MS = 24 * 60 * 60 * 1000

type Dated = Pick<StoredBackup, 'id' | 'madeAtMs' | 'reason'>

/**
 * Lists the backups of a workspace to remove. The newest of each of the last seven days and four weeks that have one
 * stay, and the last four before changes. Days without use do not count, so that none is removed because time passed or
 * the clock was wrong.
 *
 * @param backups newest first
 */
export function outlivedBackups<Backup extends Dated>(backups: readonly Backup[]): readonly Backup[] {
  const daily = backups.filter(({ reason }) => reason === 'daily')
  const kept = new Set([
    ...newestOfEach(daily, DAY_MS).slice(0, DAILY),
    ...newestOfEach(daily, 7 * DAY_MS).slice(0, WEEKLY),
    ...backups.filter(({ reason }) => reason !== 'daily').slice(0, BEFORE_CHANGES),
  ])
  return backups.filter((backup) => !kept.has(backup))
}

function newestOfEach<Backup extends Dated>(backups: readonly Backup[], periodMs: number): readonly Backup[] {
  const periods = Map.groupBy(backups, ({ madeAtMs }) => Math.floor(madeAtMs / periodMs))
  return [...periods.values()].flatMap(([newest]) => newest ?? [])
}
