import { onScopeDispose, watch } from 'vue'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import { onWorkbenchEvent } from './use-workbench.ts'
import { useWorkbenchStore } from './workbench-store.ts'

const GATHER_MS = 100

/**
 * Tells, a moment later and once for a burst, that something of the workspace changed which no user in particular owns;
 * and after a break of the connection, in which events may have been missed.
 */
export function useWorkbenchChanges(concerns: (event: WorkbenchEvent) => boolean, changed: () => Promise<void>): void {
  const store = useWorkbenchStore()
  let timer: ReturnType<typeof setTimeout> | undefined

  function tellLater(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void changed()
    }, GATHER_MS)
  }

  const stop = onWorkbenchEvent((event) => concerns(event) && tellLater())
  watch(
    () => store.connected,
    (now) => now && tellLater(),
  )
  onScopeDispose(() => {
    stop()
    clearTimeout(timer)
  })
}
