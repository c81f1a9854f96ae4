import { useEventListener, useThrottleFn } from '@vueuse/core'
import { workbenchLockOperations } from '../../shared/contract/workbench-locks.ts'
import { call } from '../api/call.ts'
import { useWorkbenchStore } from './workbench-store.ts'

const TELL_EVERY_MS = 15_000

/** A pointer alone may be moved by anything on the desk. */
const SIGNS: ('keydown' | 'pointerdown' | 'wheel')[] = ['keydown', 'pointerdown', 'wheel']

/** Tells the main process that somebody uses this window: at once where the workspace is about to lock, else now and then. */
export function useActivity(): void {
  const store = useWorkbenchStore()
  const tellNowAndThen = useThrottleFn(tellActivity, TELL_EVERY_MS, true)

  useEventListener(
    window,
    SIGNS,
    () => {
      if (store.status?.state !== 'open') return
      if (store.status.locks_at === undefined) void tellNowAndThen()
      else void tellActivity()
    },
    { capture: true, passive: true },
  )
}

/** Reports activity. A lost connection is shown elsewhere. */
export async function tellActivity(): Promise<void> {
  await call(workbenchLockOperations.activityNote, {}).catch(() => undefined)
}
