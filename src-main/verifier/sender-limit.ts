import { tooManyRequests } from '../service/rate-limiter.ts'

/** Runs what an address on the network asked for. @throws {ServiceError} `too_many_requests` */
type WithinLimit = <Result>(remote: string | null, work: () => Promise<Result>) => Promise<Result>

/** How many presentations of one address may run or wait at the same time. Several wallets may share an address. */
const MAX_AT_ONCE = 20
/** The typical longest time of one, in milliseconds. */
const ONE_MS = 5000
const THIS_COMPUTER = /^(?:::1$|(?:::ffff:)?127\.)/

/**
 * Limits the parallel presentations of one network address, for any number of requests. All programs on this computer
 * share an address, so it does not apply to them: each of their requests has a limit of its own.
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
