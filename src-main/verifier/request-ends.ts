import { isoTime } from '../service/ports.ts'
import type { TimedWork } from '../service/timed-work.ts'
import type { RequestBook } from './request-book.ts'
import { KEPT_AFTER_CLOSING_MS } from './request-limits.ts'
import type { VerifierRequestStore } from './verifier-request-store.ts'

/** Requests end when their time has passed, and are forgotten 90 days after they were closed. */
export function requestEnds(
  requests: Pick<VerifierRequestStore, 'earliestEnd' | 'earliestClosing'>,
  book: RequestBook,
): TimedWork {
  return {
    earliest() {
      const closing = requests.earliestClosing()
      const forgetting = closing === null ? [] : [isoTime(Date.parse(closing) + KEPT_AFTER_CLOSING_MS)]
      return [requests.earliestEnd() ?? [], forgetting].flat().sort()[0] ?? null
    },
    run(change) {
      book.ended(change)
      book.forgetOld(change.nowMs)
    },
  }
}
