import type { WorkspaceRecord } from './workspace-store.ts'

/** The folder with the blocks of files, in the folder of a workspace and in that of a backup of it. */
export const BLOCKS_FOLDER = 'files'

/** How a folder is called that is being made or removed: it is not listed, and goes at the next start. */
export const MAKING = '.making-'

/** Name of the database file; one that was not written anew under another key has no name in its record. */
export function databaseFileOf({ database = 'vault.db' }: Pick<WorkspaceRecord, 'database'>): string {
  return database
}
