import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isoTime, systemClock } from '../src-main/service/ports.ts'
import type { Connection } from '../src-main/sqlite/database.ts'
import { closeDatabase, openDatabase } from '../src-main/sqlite/database.ts'
import { sealFile } from '../src-main/sqlite/file-seal.ts'

/**
 * Changes the plain database of the one workspace in a data directory that no program has open. It is left as a program
 * leaves it that closes it in order, so that the next start finds nothing to look into.
 *
 * @returns its path
 */
export async function changeClosedDatabase(
  dataDirectory: string,
  change: (connection: Connection) => void,
): Promise<string> {
  const workspaces = join(dataDirectory, 'workspaces')
  const [workspace, another] = readdirSync(workspaces)
  if (workspace === undefined || another !== undefined) throw new Error(`there is not one workspace in ${workspaces}`)
  const path = join(workspaces, workspace, 'vault.db')
  const connection = openDatabase({ path, mustExist: true })
  change(connection)
  closeDatabase(connection)
  await sealFile(path, { checkedAt: isoTime(systemClock.nowMs()), notices: [], isPlain: true })
  return path
}
