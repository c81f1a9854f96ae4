import { computed } from 'vue'
import { workbenchShareOperations } from '../../../../shared/contract/workbench-sharing.ts'
import { call } from '../../../api/call.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { usePendingRemovals } from '../../../session/pending-removals.ts'
import { useActor } from '../../../session/use-actor.ts'
import { useVaultChanges } from '../../../session/use-vault-changes.ts'

/** Who has an item of an actor, onward shares included; without those that are being revoked. */
export function useItemShares(actor: string, itemId: () => string) {
  const pending = usePendingRemovals()
  const { value, failure, reload } = useLoaded(
    (signal, item_id: string) =>
      call(workbenchShareOperations.itemShares, { params: { user_id: actor, item_id } }, signal),
    { whose: useActor(actor), of: itemId },
  )
  useVaultChanges(actor, () => void reload())

  const shares = computed(() => value.value?.rows.filter(({ share_id }) => !pending.of(actor).has(share_id)))
  return { shares, failure: computed(() => failure.value), load: reload }
}
