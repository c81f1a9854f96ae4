import { computed } from 'vue'
import { workbenchShareOperations } from '../../../../shared/contract/workbench-sharing.ts'
import { call } from '../../../api/call.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { useActor } from '../../../session/use-actor.ts'
import { useVaultChanges } from '../../../session/use-vault-changes.ts'

/**
 * A received share with its item, read again when something of the actor changes and dropped when the user is locked.
 *
 * @param shareId undefined: there is nothing to open.
 */
export function useReceivedShare(actor: string, shareId: () => string | undefined) {
  const { value, failure, busy, take, reload } = useLoaded(
    (signal, share_id: string) =>
      call(workbenchShareOperations.shareOpen, { params: { user_id: actor, share_id } }, signal),
    { whose: useActor(actor), of: shareId, dropOnFailure: true },
  )
  useVaultChanges(actor, () => void reload())

  return { opened: computed(() => value.value), failure: computed(() => failure.value), busy, take, open: reload }
}
