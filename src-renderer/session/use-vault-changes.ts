import { onScopeDispose } from 'vue'
import { onWorkbenchEvent } from './use-workbench.ts'
import { useWorkbenchStore } from './workbench-store.ts'

const GATHER_MS = 100

/** Tells, a moment later and once for a burst, that something of this actor's vault user changed. */
export function useVaultChanges(actor: string, changed: () => void): void {
  const store = useWorkbenchStore()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = onWorkbenchEvent((event) => {
    if (event.type !== 'change' || event.vault_user_id !== store.usersById.get(actor)?.vault_user_id) return
    timer ??= setTimeout(() => {
      timer = undefined
      changed()
    }, GATHER_MS)
  })
  onScopeDispose(() => {
    stop()
    clearTimeout(timer)
  })
}
