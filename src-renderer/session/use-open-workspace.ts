import { computed, watch } from 'vue'
import { useWorkbenchStore } from './workbench-store.ts'

/** The open workspace as the owner of data that belongs to none of its users. */
export function useOpenWorkspace() {
  const store = useWorkbenchStore()
  const usable = computed(() => store.status?.state === 'open' && !store.locking)

  /** Runs at once, before anything is drawn again, when the workspace is locked. */
  function whenLocked(drop: () => void): void {
    watch(usable, (now) => !now && drop(), { flush: 'sync' })
  }

  /** Runs immediately when the workspace is replaced or closed, to drop what was read in it. */
  function whenLeft(drop: () => void): void {
    watch(
      () => store.status?.current?.id,
      (_now, before) => before !== undefined && drop(),
      { flush: 'sync' },
    )
  }

  return { usable, whenLocked, whenLeft }
}
