import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { OpenedItem } from '../../../../shared/contract/workbench-items.ts'
import { workbenchItemOperations } from '../../../../shared/contract/workbench-items.ts'
import { call } from '../../../api/call.ts'
import { failureOf } from '../../../api/refusal.ts'
import type { Failure } from '../../../ui/failure.ts'
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
  const opened = shallowRef<OpenedItem>()
  const failure = shallowRef<Failure>()
  const busy = ref(false)
  const { usable, whenLocked } = useActor(actor)
  let turn = 0

  async function open(): Promise<void> {
    const mine = ++turn
    const item_id = id()
    if (item_id === undefined || !usable.value) return
    busy.value = true
    try {
      const answer = await call(workbenchItemOperations.itemOpen, { params: { user_id: actor, item_id } })
      if (mine === turn) take(answer)
    } catch (error) {
      if (mine === turn) fail(error)
    } finally {
      if (mine === turn) busy.value = false
    }
  }

  /** An answer that is known already: the item as it was just saved. */
  function take(answer: OpenedItem): void {
    opened.value = answer
    failure.value = undefined
  }

  function fail(error: unknown): void {
    failure.value = failureOf(error)
    opened.value = undefined
  }

  function drop(): void {
    turn += 1
    opened.value = undefined
    failure.value = undefined
    busy.value = false
  }

  whenLocked(drop)
  onScopeDispose(drop)
  useVaultChanges(actor, () => void open(), {
    gatherMs: GATHER_MS,
    concerns: ({ item_id }) => item_id === null || item_id === id(),
  })
  watch(
    [id, usable],
    ([next]) => {
      // A just saved item is shown at once; anything else of another id must not stay for a single frame.
      if (opened.value?.item.id !== next) drop()
      void open()
    },
    { immediate: true, flush: 'sync' },
  )

  return {
    opened: computed(() => opened.value),
    failure: computed(() => failure.value),
    busy: computed(() => busy.value),
    take,
    open,
  }
}
