import type { NetworkAccess } from '../../shared/contract/workbench-exchange.ts'
import { createMutex } from '../../shared/mutex.ts'
import type { Clock } from '../service/ports.ts'
import { isoTime } from '../service/ports.ts'

/** The wallet endpoints as they listen on the local network. */
interface NetworkListener {
  /** Addresses of the mount of the verifier. */
  readonly urls: readonly string[]
  close(): Promise<void>
}

/**
 * @param isOpen asked for each request: a timer is late on a computer that was asleep
 * @throws {ServiceError} `network_unavailable`
 */
export type ListenOnNetwork = (isOpen: () => boolean) => Promise<NetworkListener>

export type HeldNetworkAccess = ReturnType<typeof createNetworkAccess>

interface NetworkAccessOptions {
  readonly listen: ListenOnNetwork
  readonly clock: Clock
  /** Runs work after this many milliseconds of real time. Returns a function that cancels it. */
  readonly after: (ms: number, work: () => void) => () => void
  readonly onChange: () => void
}

const MINUTE_MS = 60_000

/**
 * Opens the wallet endpoints to the local network for a chosen time, at most an hour (docs/contract/exchange.md, Wallet
 * endpoints). It closes automatically. Changes run one at a time.
 */
export function createNetworkAccess({ listen, clock, after, onChange }: NetworkAccessOptions) {
  const exclusively = createMutex()
  let opened: { readonly listener: NetworkListener; readonly until: string; readonly forget: () => void } | undefined

  return {
    state,
    /** Opens the wallet endpoints, or keeps them open for longer. @throws {ServiceError} `network_unavailable` */
    open: (minutes: number) =>
      exclusively(async () => {
        const listener = opened?.listener ?? (await listen(isOpen))
        opened?.forget()
        const ms = minutes * MINUTE_MS
        opened = { listener, until: isoTime(clock.nowMs() + ms), forget: after(ms, () => void exclusively(close)) }
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
    closing.forget()
    await closing.listener.close()
    onChange()
    return state()
  }
}
