import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { ShareRow } from '../../../../shared/contract/workbench-sharing.ts'
import { workbenchShareOperations } from '../../../../shared/contract/workbench-sharing.ts'
import { call } from '../../../api/call.ts'
import { failureOf } from '../../../api/refusal.ts'
import { usePendingRemovals } from '../../../session/pending-removals.ts'
import { useActor } from '../../../session/use-actor.ts'
import { useVaultChanges } from '../../../session/use-vault-changes.ts'
import type { Failure } from '../../../ui/failure.ts'

/** Who has an item of an actor, onward shares included; without those that are being revoked. */
export function useItemShares(actor: string, itemId: () => string) {
  const rows = shallowRef<readonly ShareRow[]>()
  const failure = shallowRef<Failure>()
  const pending = usePendingRemovals()
  const { usable, whenLocked } = useActor(actor)
  let turn = 0

  async function load(): Promise<void> {
    const mine = ++turn
    if (!usable.value) return
    try {
      const params = { user_id: actor, item_id: itemId() }
      const reply = await call(workbenchShareOperations.itemShares, { params })
      if (mine === turn) [rows.value, failure.value] = [reply.rows, undefined]
    } catch (error) {
      if (mine === turn) failure.value = failureOf(error)
    }
  }

  function drop(): void {
    turn += 1
    rows.value = undefined
    failure.value = undefined
  }

  whenLocked(drop)
  onScopeDispose(drop)
  useVaultChanges(actor, () => void load())
  watch(
    [itemId, usable],
    () => {
      drop()
      void load()
    },
    { immediate: true, flush: 'sync' },
  )

  const shares = computed(() => rows.value?.filter(({ share_id }) => !pending.of(actor).has(share_id)))
  return { shares, failure: computed(() => failure.value), load }
}
