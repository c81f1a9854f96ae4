let leaving = new AbortController()

/**
 * Aborted when the open workspace is left: the window asks to lock it or to open another one, or hears that somebody
 * did. For what the window began by itself and nobody waits for then; the answer could only be that it is locked.
 */
export function untilLeft(): AbortSignal {
  return leaving.signal
}

export function leave(): void {
  leaving.abort()
  leaving = new AbortController()
}
