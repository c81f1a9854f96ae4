import { tooManyRequests } from '../service/rate-limiter.ts'

/** Runs work for a network address. @throws {ServiceError} `too_many_requests` */
type WithinLimit = <Result>(remote: string | null, work: () => Promise<Result>) => Promise<Result>

/** How many presentations from one address may run or wait at a time. Several wallets may share an address. */
const MAX_AT_ONCE = 20
/** How long a presentation takes at most, as a rule, in milliseconds. */
const ONE_MS = 5000
const THIS_COMPUTER = /^(?:::1$|(?:::ffff:)?127\.)/

/**
 * Limits the presentations from one network address at a time, over all requests. It does not apply to this computer,
 * whose programs share an address; the limit of each request still does.
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
