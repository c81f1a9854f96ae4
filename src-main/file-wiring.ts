import { ServiceError } from '../shared/contract/errors.ts'
import type { LocalKey } from './crypto/keys.ts'
import { wipe } from './crypto/keys.ts'
import { deriveDatabaseKey } from './crypto/local-key.ts'
import type { Log } from './service/ports.ts'
import { isoTime, systemClock } from './service/ports.ts'
import type { Connection } from './sqlite/database.ts'
import { checkFile } from './sqlite/file-check.ts'
import { sealFile } from './sqlite/file-seal.ts'
import { StorageError } from './sqlite/storage-error.ts'
import type { CheckedFile, Inspection } from './workbench/checked-file-port.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

export interface CheckedFileParts {
  /** Undefined: in memory. */
  readonly path: string | undefined
  /** Whether the connection is to the file itself, and not to a copy of it. */
  readonly isItself: boolean
  readonly isProtected: boolean
  readonly localKey: LocalKey
  readonly inspection: Inspection | 'new'
  readonly connection: Connection
  /** Where a broken log was kept. */
  readonly keptLog: string | undefined
  readonly log: Log
}

/** Joins what was noticed of a file before it was opened with the check of the whole file and its seal at the end. */
export function createCheckedFile(parts: CheckedFileParts): CheckedFile & { seal(): Promise<void> } {
  const { path, inspection, log } = parts
  let checkedAt = inspection === 'new' ? isoTime(systemClock.nowMs()) : inspection.checkedAt
  const notices = inspection === 'new' ? [] : [...inspection.notices, ...missingFrom(parts, inspection)]
  let shown = false
  for (const notice of notices) log.error('a database is not as it was left', new StorageError('damaged', notice))

  return {
    notices,
    isCheckDue: (nowMs) =>
      path !== undefined && parts.isItself && (checkedAt === undefined || nowMs - Date.parse(checkedAt) >= WEEK_MS),
    async check() {
      if (path === undefined) return []
      if (!parts.isItself) {
        throw new ServiceError('storage_read_only', 'the file cannot be checked while nothing can be written beside it')
      }
      const found = await findDamage(path, parts)
      checkedAt = isoTime(systemClock.nowMs())
      return found
    },
    noteShown() {
      shown = true
    },
    async seal() {
      if (path === undefined || !parts.isItself) return
      try {
        // A file that was never looked through after an end that was not in order is not called good.
        if (checkedAt === undefined) return
        await sealFile(path, { checkedAt, notices: shown ? [] : notices, isPlain: !parts.isProtected })
      } catch (fault) {
        log.error('a database could not be sealed; the next open checks it', fault)
      }
    },
  }
}

/** What the broken log of a crash held, by the last change that is still there. */
function missingFrom({ connection, path, keptLog }: CheckedFileParts, { brokenLog }: Inspection): readonly string[] {
  if (brokenLog === undefined || path === undefined) return []
  const { lostChanges, writtenAt } = brokenLog
  const last = connection.prepare<[], string | null>('SELECT max(event_time) FROM events').pluck().get()
  const kept = keptLog === undefined ? 'there was no room to keep the log' : `the log is kept as ${keptLog}`
  return [
    `the log of ${path} was broken by the last end of the program: ${lostChanges} of the last changes, ` +
      `made after ${last ?? 'the beginning'} and until ${writtenAt}, may be missing; ${kept}`,
  ]
}

async function findDamage(path: string, { isProtected, localKey, log }: CheckedFileParts): Promise<readonly string[]> {
  const key = isProtected ? new Uint8Array(deriveDatabaseKey(localKey)) : undefined
  try {
    const findings = await checkFile({ path, key })
    if (findings.length === 0) return []
    const message = `${path} is damaged: ${findings.join('; ')}`
    log.error('a database was found damaged', new StorageError('damaged', message))
    return [message]
  } catch (fault) {
    log.error('a database could not be checked', fault)
    throw fault
  } finally {
    if (key !== undefined) wipe(key)
  }
}
