import { attachmentOperations } from '../../../shared/contract/attachments.ts'
import { workbenchFileOperations as operations } from '../../../shared/contract/workbench-files.ts'
import { asUser } from '../../api/as.ts'
import { call, callService } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { onWorkbenchEvent } from '../../session/use-workbench.ts'
import { useActor } from '../../session/use-actor.ts'
import { useVaultChanges } from '../../session/use-vault-changes.ts'
import { onScopeDispose } from 'vue'

/** The folders of an actor, which follow what is stored in them. */
export function useFolders(actor: string) {
  const loaded = useLoaded(
    async (signal) => (await call(operations.folderRows, { params: { user_id: actor } }, signal)).folders,
    { whose: useActor(actor) },
  )
  useStoredFiles(actor, loaded.reload)
  return loaded
}

export type FolderRow = NonNullable<ReturnType<typeof useFolders>['value']['value']>[number]

/** A folder with its files. */
export function useFolder(actor: string, id: () => string | undefined) {
  const loaded = useLoaded(
    (signal, folder_id: string) =>
      call(operations.folderOpen, { params: { user_id: actor, folder_id }, query: {} }, signal),
    { whose: useActor(actor), of: id },
  )
  useStoredFiles(actor, loaded.reload)
  return loaded
}

/** A slot of an actor that has a file. */
export interface SlotFileRow {
  readonly slot_id: string
  readonly item_id: string
  readonly label: string
  readonly type: string
}

/** The files that slots of an actor link to. */
export function useSlotFiles(actor: string) {
  const loaded = useLoaded(
    async (signal): Promise<readonly SlotFileRow[]> => {
      const { attachments, slots } = await callService(
        asUser(actor),
        attachmentOperations.attachmentsInSlotsGet,
        {},
        signal,
      )
      const types = new Map(attachments.map(({ id, content_type }) => [id, content_type]))
      return slots.flatMap(({ id, item_id, label, attachment_id }) =>
        attachment_id === null ? [] : [{ slot_id: id, item_id, label, type: types.get(attachment_id) ?? '' }],
      )
    },
    { whose: useActor(actor) },
  )
  useStoredFiles(actor, loaded.reload)
  return loaded
}

/** Tells that a file of an actor was stored, or that something else of the actor changed. */
function useStoredFiles(actor: string, changed: () => Promise<void>): void {
  useVaultChanges(actor, () => void changed())
  const stop = onWorkbenchEvent((event) => {
    if (event.type === 'upload' && event.user_id === actor && event.upload.state === 'done') void changed()
  })
  onScopeDispose(stop)
}
