import type { NetworkAccess } from '../../shared/contract/workbench-exchange.ts'
import { createMutex } from '../../shared/mutex.ts'
import type { Clock } from '../service/ports.ts'
import { isoTime } from '../service/ports.ts'

/** A server for the wallet endpoints on the local network. */
interface NetworkListener {
  /** Base addresses of the verifier. */
  readonly urls: readonly string[]
  close(): Promise<void>
}

/**
 * Starts a server for the wallet endpoints.
 *
 * @param isOpen checked for each request, because a timer is late on a computer that was asleep
 * @throws {ServiceError} `network_unavailable`
 */
export type ListenOnNetwork = (isOpen: () => boolean) => Promise<NetworkListener>

export type NetworkAccessControl = ReturnType<typeof createNetworkAccess>

interface NetworkAccessOptions {
  readonly listen: ListenOnNetwork
  readonly clock: Clock
  /** Runs work after this many milliseconds. Returns a function that cancels it. */
  readonly after: (ms: number, work: () => void) => () => void
  readonly onChange: () => void
}

const MINUTE_MS = 60_000

/**
 * Opens the wallet endpoints to the local network for a chosen time of at most an hour, and then closes them
 * (docs/contract/exchange.md, Wallet endpoints). Changes run one at a time.
 */
export function createNetworkAccess({ listen, clock, after, onChange }: NetworkAccessOptions) {
  const exclusively = createMutex()
  let opened:
    | { readonly listener: NetworkListener; readonly until: string; readonly cancelTimer: () => void }
    | undefined

  return {
    state,
    /** Opens the wallet endpoints, or sets a new end for open ones. @throws {ServiceError} `network_unavailable` */
    open: (minutes: number) =>
      exclusively(async () => {
        const listener = opened?.listener ?? (await listen(isOpen))
        opened?.cancelTimer()
        const ms = minutes * MINUTE_MS
        opened = { listener, until: isoTime(clock.nowMs() + ms), cancelTimer: after(ms, () => void exclusively(close)) }
        onChange()
        return state()
      }),
    close: () => exclusively(close),
  }

  function isOpen(): boolean {
    return opened !== undefined && clock.nowMs() < Date.parse(opened.until)
  }

  function state(): NetworkAccess {
    if (opened === undefined || !isOpen()) return { open_until: null, urls: [] }
    return { open_until: opened.until, urls: [...opened.listener.urls] }
  }

  async function close(): Promise<NetworkAccess> {
    const closing = opened
    if (closing === undefined) return state()
    opened = undefined
    closing.cancelTimer()
    await closing.listener.close()
    onChange()
    return state()
  }
}
