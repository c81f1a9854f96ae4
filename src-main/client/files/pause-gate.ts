/** Pauses an upload or download: blocks under way are finished, and no others started. */
export interface PauseGate {
  pause(): void
  resume(): void
  /** Waits while paused. @throws the reason of the signal, if it is aborted meanwhile */
  passed(signal?: AbortSignal): Promise<void>
}

export function pauseGate(): PauseGate {
  let closed: { readonly promise: Promise<unknown>; readonly resolve: (value?: unknown) => void } | undefined
  return {
    pause() {
      closed ??= Promise.withResolvers<unknown>()
    },
    resume() {
      closed?.resolve()
      closed = undefined
    },
    async passed(signal) {
      while (closed !== undefined) await orAborted(closed.promise, signal)
    },
  }
}

async function orAborted(waiting: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  let onAbort = (): void => undefined
  const aborted = new Promise<void>((resolve) => {
    onAbort = resolve
  })
  signal?.addEventListener('abort', onAbort)
  await Promise.race([waiting, aborted])
  signal?.removeEventListener('abort', onAbort)
  signal?.throwIfAborted()
}
