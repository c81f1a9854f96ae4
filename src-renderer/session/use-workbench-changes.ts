import { onScopeDispose, watch } from 'vue'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import { onWorkbenchEvent } from './use-workbench.ts'
import { useWorkbenchStore } from './workbench-store.ts'

const GATHER_MS = 100

/**
 * Tells, a moment later and once for a burst, that an event came which matters.
 *
 * @returns tells it without an event
 */
export function useGatheredEvents(
  matters: (event: WorkbenchEvent) => boolean,
  came: () => unknown,
  gatherMs = GATHER_MS,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  function tellLater(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void came()
    }, gatherMs)
  }

  onWorkbenchEvent((event) => matters(event) && tellLater())
  onScopeDispose(() => clearTimeout(timer))
  return tellLater
}

/**
 * Tells, a moment later and once for a burst, that something of the workspace changed which no user in particular owns;
 * and after a break of the connection, in which events may have been missed.
 */
export function useWorkbenchChanges(
  concerns: (event: WorkbenchEvent) => boolean,
  changed: () => unknown,
  gatherMs?: number,
): void {
  const store = useWorkbenchStore()
  const tellLater = useGatheredEvents(concerns, changed, gatherMs)
  watch(
    () => store.connected,
    (now) => now && tellLater(),
  )
}
