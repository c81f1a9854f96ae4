import { workbenchItemOperations } from '../../../../shared/contract/workbench-items.ts'
import { call } from '../../../api/call.ts'
import { useVaultReading } from '../../../session/use-vault-changes.ts'

/** Short, because somebody may be looking at the item while another user changes it. */
const GATHER_MS = 20

/**
 * The open item of an actor, decrypted. It is read again in place after changes, and dropped as soon as the user or the
 * workspace is locked.
 *
 * @param id the item; undefined shows none
 */
export function useOpenedItem(actor: string, id: () => string | undefined) {
  const { value, failure, busy, take, reload } = useVaultReading(
    actor,
    (signal, item_id: string) =>
      call(workbenchItemOperations.itemOpen, { params: { user_id: actor, item_id } }, signal),
    {
      of: id,
      // A saved item is shown immediately; data of another id must not stay for a single frame.
      stays: (opened, next) => opened?.item.id === next,
      dropOnFailure: true,
      gatherMs: GATHER_MS,
      concerns: ({ item_id }) => item_id === null || item_id === id(),
    },
  )

  return { opened: value, failure, busy, take, open: reload }
}
