import type { WorkspaceRecord } from './workspace-store.ts'

/** The folder with the blocks of files, in the folder of a workspace and in that of a backup of it. */
export const BLOCKS_FOLDER = 'files'

/** The name of the database file; absent from a record whose key was never renewed. */
export function databaseFileOf({ database = 'vault.db' }: Pick<WorkspaceRecord, 'database'>): string {
  return database
}
