import type { workbenchBackupOperations } from '../../../shared/contract/workbench-backups.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'
import type { WorkbenchHandlersFor } from './handlers.ts'

export function backupHandlers({
  backups,
}: Pick<Workspaces, 'backups'>): WorkbenchHandlersFor<typeof workbenchBackupOperations> {
  return {
    backupCommandSave: async ({ body: { file, workspace, ...words } }) => ({
      name: await backups.packOpened(file, words, workspace),
    }),
    backupCommandRestore: async ({ body: { file, ...words } }) => ({ name: await backups.restoreFile(file, words) }),
    backupsGet: () => backups.list(),
    backupMake: async () => ({ backup: await backups.make() }),
    async backupRemove({ params }) {
      await backups.remove(params.workspace_id, params.backup_id)
      return undefined
    },
    backupRestore: async ({ params, body }) => ({
      name: await backups.restore(params.workspace_id, params.backup_id, body),
    }),
    backupFileMake: ({ params, body }) => backups.pack(params.workspace_id, params.backup_id, body),
    backupFilePart: ({ query }) => backups.savedPart(query),
    backupFileForget() {
      backups.forgetSaved()
      return undefined
    },
    backupTakePart: ({ params, body }) => ({ byte_size: backups.takePart(params.start, body) }),
    backupTakenGet: () => backups.takenFacts(),
    backupTakenRestore: async ({ body }) => ({ name: await backups.restoreTaken(body) }),
    backupTakenForget() {
      backups.forgetTaken()
      return undefined
    },
  }
}
