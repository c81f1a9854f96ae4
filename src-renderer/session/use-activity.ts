import { useEventListener, useThrottleFn } from '@vueuse/core'
import { workbenchLockOperations } from '../../shared/contract/workbench-locks.ts'
import { call } from '../api/call.ts'
import { useWorkbenchStore } from './workbench-store.ts'

const TELL_EVERY_MS = 15_000

/** No pointer movement: a bump of the desk can move the pointer. */
const SIGNS: ('keydown' | 'pointerdown' | 'wheel')[] = ['keydown', 'pointerdown', 'wheel']

/** Tells the main process that this window is in use: at once if the workspace is about to lock, else at intervals. */
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
