import { useFrame } from '../frame/frame-store.ts'
import { useToasts } from '../ui/toasts.ts'

let leaving = new AbortController()

/**
 * A signal that is aborted when the open workspace is left: this or another window locks it, or opens another one. For
 * calls that the window made by itself, whose answer could only be that the workspace is locked.
 */
export function untilWorkspaceLeft(): AbortSignal {
  return leaving.signal
}

export function leave(): void {
  leaving.abort()
  leaving = new AbortController()
}

/** Closes messages and layers, which may show names from the workspace. Deletions that wait for Undo are not sent. */
export function clearTraces(): void {
  useToasts().clear()
  const frame = useFrame()
  frame.closeLayers()
  void frame.announce('')
}
