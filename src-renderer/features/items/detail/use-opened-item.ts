import { workbenchItemOperations } from '../../../../shared/contract/workbench-items.ts'
import { call } from '../../../api/call.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { useActor } from '../../../session/use-actor.ts'
import { useVaultChanges } from '../../../session/use-vault-changes.ts'

/** Short, for the item is what somebody looks at while another user changes it. */
const GATHER_MS = 20

/**
 * The item an actor looks at, decrypted. It is read again in place when something of the actor changes, and dropped
 * the moment the user or the workspace is locked.
 *
 * @param id which one; undefined shows none.
 */
export function useOpenedItem(actor: string, id: () => string | undefined) {
  const { value, failure, busy, take, reload } = useLoaded(
    (signal, item_id: string) =>
      call(workbenchItemOperations.itemOpen, { params: { user_id: actor, item_id } }, signal),
    // A just saved item is shown at once; anything else of another id must not stay for a single frame.
    { whose: useActor(actor), of: id, stays: (opened, next) => opened?.item.id === next, dropOnFailure: true },
  )
  useVaultChanges(actor, () => void reload(), {
    gatherMs: GATHER_MS,
    concerns: ({ item_id }) => item_id === null || item_id === id(),
  })

  return { opened: value, failure, busy, take, open: reload }
}
