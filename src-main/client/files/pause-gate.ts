/** Pauses an upload or download: blocks under way are finished, and no new ones started. */
export type PauseGate = ReturnType<typeof pauseGate>

export function pauseGate() {
  let closed: { readonly promise: Promise<unknown>; readonly resolve: (value?: unknown) => void } | undefined
  return {
    pause() {
      closed ??= Promise.withResolvers<unknown>()
    },
    resume() {
      closed?.resolve()
      closed = undefined
    },
    /** Waits while paused. @throws the reason of the signal, if it is aborted meanwhile */
    async passed(signal?: AbortSignal) {
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
