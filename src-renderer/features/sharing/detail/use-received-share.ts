import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { OpenedItem } from '../../../../shared/contract/workbench-items.ts'
import { workbenchShareOperations } from '../../../../shared/contract/workbench-sharing.ts'
import { call } from '../../../api/call.ts'
import { failureOf } from '../../../api/refusal.ts'
import { useActor } from '../../../session/use-actor.ts'
import { useVaultChanges } from '../../../session/use-vault-changes.ts'
import type { Failure } from '../../../ui/failure.ts'

/**
 * A received share with its item, read again when something of the actor changes and dropped when the user is locked.
 *
 * @param shareId undefined: there is nothing to open.
 */
export function useReceivedShare(actor: string, shareId: () => string | undefined) {
  const opened = shallowRef<OpenedItem>()
  const failure = shallowRef<Failure>()
  const busy = ref(false)
  const { usable, whenLocked } = useActor(actor)
  let turn = 0

  async function open(): Promise<void> {
    const mine = ++turn
    const share_id = shareId()
    if (share_id === undefined || !usable.value) return
    busy.value = true
    try {
      const answer = await call(workbenchShareOperations.shareOpen, { params: { user_id: actor, share_id } })
      if (mine === turn) take(answer)
    } catch (error) {
      if (mine === turn) [failure.value, opened.value] = [failureOf(error), undefined]
    } finally {
      if (mine === turn) busy.value = false
    }
  }

  function take(answer: OpenedItem): void {
    opened.value = answer
    failure.value = undefined
  }

  function drop(): void {
    turn += 1
    opened.value = undefined
    failure.value = undefined
    busy.value = false
  }

  whenLocked(drop)
  onScopeDispose(drop)
  useVaultChanges(actor, () => void open())
  watch(
    [shareId, usable],
    () => {
      drop()
      void open()
    },
    { immediate: true, flush: 'sync' },
  )

  return { opened: computed(() => opened.value), failure: computed(() => failure.value), busy, take, open }
}
