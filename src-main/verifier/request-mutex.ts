import { setImmediate } from 'node:timers/promises'
import { tooManyRequests } from '../service/rate-limiter.ts'

/**
 * Runs work about a request, one at a time.
 *
 * @returns the result of the work
 * @throws {ServiceError} `too_many_requests` when too much work about this request is waiting
 */
type ExclusivelyOnRequest = <Result>(requestId: string, work: () => Promise<Result>) => Promise<Result>

/** Waiting work is in memory, up to a mebibyte each. A wallet sends one presentation, and may repeat it. */
const MAX_WAITING = 10
/** The typical longest time of work about a request, in milliseconds. */
const WORK_MS = 5000

/**
 * Work about one request is done one after the other; requests do not wait for each other. The next begins when what
 * follows the one before without waiting is done as well: its outcome is written down by then.
 */
export function requestMutex(): ExclusivelyOnRequest {
  const lines = new Map<string, Line>()

  return (requestId, work) => {
    const { last, length } = lines.get(requestId) ?? { last: Promise.resolve(), length: 0 }
    // The first one is running and does not wait.
    if (length > MAX_WAITING) return Promise.reject(tooManyRequests('presentations for this request', WORK_MS))
    const mine = last.then(work)
    const ended = mine.then(afterwards, afterwards)
    lines.set(requestId, { last: ended, length: length + 1 })
    void ended.then(() => leave(requestId))
    return mine
  }

  function leave(requestId: string): void {
    const line = lines.get(requestId)
    if (line === undefined || line.length === 1) lines.delete(requestId)
    else lines.set(requestId, { ...line, length: line.length - 1 })
  }
}

interface Line {
  /** Resolves when the last work is done. */
  readonly last: Promise<void>
  readonly length: number
}

function afterwards(): Promise<void> {
  return setImmediate()
}
