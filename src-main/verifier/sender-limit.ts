import { tooManyRequests } from '../service/rate-limiter.ts'

/** Runs what an address on the network asked for. @throws {ServiceError} `too_many_requests` */
type WithinLimit = <Result>(remote: string | null, work: () => Promise<Result>) => Promise<Result>

/** Presentations of one address that are judged or wait at once. Several wallets may share an address. */
const MAX_AT_ONCE = 20
/** About so long in milliseconds one of them may take. */
const ONE_MS = 5000
const THIS_COMPUTER = /^(?:::1$|(?:::ffff:)?127\.)/

/**
 * Limits what one address of the network sends at once, to however many requests. Everybody on this computer has the same
 * address, so it says nothing there: each of their requests has a limit of its own.
 */
export function senderLimit(): WithinLimit {
  const counts = new Map<string, number>()
  return async (remote, work) => {
    if (remote === null || THIS_COMPUTER.test(remote)) return work()
    const count = counts.get(remote) ?? 0
    if (count >= MAX_AT_ONCE) throw tooManyRequests('presentations from this address', ONE_MS)
    counts.set(remote, count + 1)
    try {
      return await work()
    } finally {
      leave(remote)
    }
  }

  function leave(remote: string): void {
    const left = (counts.get(remote) ?? 1) - 1
    if (left === 0) counts.delete(remote)
    else counts.set(remote, left)
  }
}
