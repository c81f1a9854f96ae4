import { computed, onScopeDispose, watch } from 'vue'
import { walletOperations } from '../../../shared/contract/workbench-wallet.ts'
import { call } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { usePendingRemovals } from '../../session/pending-removals.ts'
import { useActor } from '../../session/use-actor.ts'
import { onWorkbenchEvent } from '../../session/use-workbench.ts'

/** Events that come together, as those of a matrix do, are answered by one reading. */
const GATHER_MS = 150

/** What the wallet of an actor holds. Follows every change; what waits for Undo is not in it any more. */
export function useWallet(actor: string) {
  const { usable } = useActor(actor)
  const pending = usePendingRemovals()
  const { value, failure, reload, drop } = useLoaded(() =>
    call(walletOperations.walletGet, { params: { user_id: actor } }),
  )
  const credentials = computed(() => value.value?.credentials.filter(({ id }) => !pending.of(actor).has(id)))
  let timer: ReturnType<typeof setTimeout> | undefined

  watch(usable, (now) => (now ? void reload() : drop()), { immediate: true, flush: 'sync' })
  const stop = onWorkbenchEvent((event) => {
    if (event.type !== 'wallet' || event.user_id !== actor) return
    timer ??= setTimeout(() => {
      timer = undefined
      if (usable.value) void reload()
    }, GATHER_MS)
  })
  onScopeDispose(() => {
    stop()
    clearTimeout(timer)
  })

  return { wallet: computed(() => value.value), credentials, failure: computed(() => failure.value), reload }
}
