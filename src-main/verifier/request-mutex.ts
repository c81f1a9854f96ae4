import { setImmediate } from 'node:timers/promises'
import { tooManyRequests } from '../service/rate-limiter.ts'

/**
 * Runs work for a request, one piece at a time.
 *
 * @returns the result of the work
 * @throws {ServiceError} `too_many_requests` if too much work is waiting for this request
 */
type ExclusivelyOnRequest = <Result>(requestId: string, work: () => Promise<Result>) => Promise<Result>

/** A wallet sends one presentation and may repeat it. Each waiting one takes up to a mebibyte of memory. */
const MAX_WAITING = 10
/** How long the work takes at most, as a rule, in milliseconds. */
const WORK_MS = 5000

/**
 * Serializes work by request. Work starts one turn of the event loop after the work before it has ended, so that the
 * outcome of that work is stored by then.
 */
export function requestMutex(): ExclusivelyOnRequest {
  const queues = new Map<string, Queue>()

  return (requestId, work) => {
    const { last, length } = queues.get(requestId) ?? { last: Promise.resolve(), length: 0 }
    // The first piece of work is running, so it does not count as waiting.
    if (length > MAX_WAITING) return Promise.reject(tooManyRequests('presentations for this request', WORK_MS))
    const result = last.then(work)
    const ended = result.then(nextTurn, nextTurn)
    queues.set(requestId, { last: ended, length: length + 1 })
    void ended.then(() => leave(requestId))
    return result
  }

  function leave(requestId: string): void {
    const queue = queues.get(requestId)
    if (queue === undefined || queue.length === 1) queues.delete(requestId)
    else queues.set(requestId, { ...queue, length: queue.length - 1 })
  }
}

interface Queue {
  /** Resolves when the last work is done. */
  readonly last: Promise<void>
  readonly length: number
}

function nextTurn(): Promise<void> {
  return setImmediate()
}
