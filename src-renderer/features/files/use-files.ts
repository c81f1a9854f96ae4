import { userOperations } from '../../../shared/contract/users.ts'
import { workbenchFileOperations } from '../../../shared/contract/workbench-files.ts'
import type { FolderRow } from '../../../shared/contract/workbench-folders.ts'
import { workbenchFolderOperations } from '../../../shared/contract/workbench-folders.ts'
import { asUser, call, callService } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useFileChanges } from '../../parts/files/use-file-changes.ts'
import { useActor } from '../../session/use-actor.ts'
import { useVaultReading } from '../../session/use-vault-changes.ts'

/** The files of an actor's items, own and received. */
export function useItemFiles(actor: string) {
  return useFollowed(
    actor,
    'files',
    async (signal) => (await call(workbenchFileOperations.fileRows, { params: { user_id: actor } }, signal)).files,
  )
}

/** The folders of an actor, with number and size of their files. */
export function useFolders(actor: string) {
  return useFollowed(
    actor,
    'folders',
    async (signal) =>
      (await call(workbenchFolderOperations.folderRows, { params: { user_id: actor } }, signal)).folders,
  )
}

/** How many own items link a folder; sharees' slots are in copies, not in items of its owner. */
export function itemsWith({ links }: FolderRow): number {
  return new Set(links.map(({ item_id }) => item_id)).size
}

/** The files of an own folder. */
export function useFolderFiles(actor: string, folder: () => string | undefined) {
  const loaded = useLoaded(
    async (signal, folder_id: string) => {
      const params = { user_id: actor, folder_id }
      return (await call(workbenchFolderOperations.folderFiles, { params }, signal)).files
    },
    { whose: useActor(actor), of: folder },
  )
  useFileChanges(actor, () => void loaded.reload())
  return loaded
}

/** The bytes an actor has stored, and the limit. */
export function useQuota(actor: string) {
  return useFollowed(actor, 'quota', async (signal) => {
    const me = await callService(asUser(actor), userOperations.meGet, {}, signal)
    return { used: me.data_size_of_uploaded_attachments_and_folders, limit: me.data_size_limit }
  })
}

/** A value that is read when the actor is unlocked and after every change, and dropped when the actor is locked. */
function useFollowed<Value>(actor: string, what: string, read: (signal: AbortSignal) => Promise<Value>) {
  const loaded = useVaultReading(actor, read, { kept: `${what} ${actor}` })
  useFileChanges(actor, () => void loaded.reload())
  return loaded
}
