import { onScopeDispose, watch } from 'vue'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import { onWorkbenchEvent } from './use-workbench.ts'
import { useWorkbenchStore } from './workbench-store.ts'

const GATHER_MS = 100

/**
 * Calls back after relevant events, once for a burst.
 *
 * @returns a function that calls back without an event
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
 * Calls back when data of the workspace changed that belongs to no user, once for a burst of events; and after a lost
 * connection, because events may have been missed.
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
