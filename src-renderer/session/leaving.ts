import { useFrame } from '../frame/frame-store.ts'
import { useToasts } from '../ui/toasts.ts'

let leaving = new AbortController()

/**
 * Aborted when the open workspace is left: the window asks to lock it or to open another one, or hears that somebody
 * did. For what the window began by itself and nobody waits for then; the answer could only be that it is locked.
 */
export function untilWorkspaceLeft(): AbortSignal {
  return leaving.signal
}

export function leave(): void {
  leaving.abort()
  leaving = new AbortController()
}

/** Messages and layers may name what is in the workspace. What still waits for Undo is not sent. */
export function clearTraces(): void {
  useToasts().clear()
  const frame = useFrame()
  frame.closeLayers()
  void frame.announce('')
}
