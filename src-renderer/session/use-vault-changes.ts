import { onScopeDispose } from 'vue'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import { onWorkbenchEvent } from './use-workbench.ts'
import { useWorkbenchStore } from './workbench-store.ts'

const GATHER_MS = 100

type Change = Extract<WorkbenchEvent, { type: 'change' }>

interface ChangesOptions {
  /** How long a burst is gathered; shorter for one record that somebody looks at. */
  readonly gatherMs?: number
  /** Which changes matter; all of them where it is not given. */
  readonly concerns?: (change: Change) => boolean
}

/** Tells, a moment later and once for a burst, that something of this actor's vault user changed. */
export function useVaultChanges(
  actor: string,
  changed: () => void,
  { gatherMs = GATHER_MS, concerns = () => true }: ChangesOptions = {},
): void {
  const store = useWorkbenchStore()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = onWorkbenchEvent((event) => {
    if (event.type !== 'change' || event.vault_user_id !== store.usersById.get(actor)?.vault_user_id) return
    if (!concerns(event)) return
    timer ??= setTimeout(() => {
      timer = undefined
      changed()
    }, gatherMs)
  })
  onScopeDispose(() => {
    stop()
    clearTimeout(timer)
  })
}
