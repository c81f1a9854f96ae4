import type { Change } from './call.ts'
import { storedEvent } from './events.ts'
import type { EventStore, StoredEvent } from './events.ts'
import { isoTime } from './ports.ts'
import type { IdSource, InTransaction } from './ports.ts'

/** Something that time brings about, for example the end of a share (vault contract 1.13). */
export interface TimedWork {
  /** When the next of it is due; null when nothing waits. Answered from an index, because it is asked often. */
  earliest(): string | null
  /** Does all that is due at `change.now`. Runs in a transaction. */
  run(change: Change): void
}

export interface TimedChanges {
  /** Makes the changes that are due. Called before every call, so that a stopped worker changes nothing visible. */
  readonly apply: (nowMs: number) => void
  /** Something was written: what is due next may be due sooner. */
  readonly written: () => void
}

interface TimedChangesDependencies {
  readonly inTransaction: InTransaction
  readonly newId: IdSource
  readonly events: EventStore
  /** Gets each event after it is durable. */
  readonly onEvent: (event: StoredEvent) => void
}

/** Runs timed work when it is due. When that is, is asked again only after something was written. */
export function createTimedChanges(
  work: readonly TimedWork[],
  { inTransaction, newId, events, onEvent }: TimedChangesDependencies,
): TimedChanges {
  let nextMs: number | undefined
  return {
    apply(nowMs) {
      nextMs ??= earliestMs(work)
      if (nowMs < nextMs) return
      runAll(nowMs)
      nextMs = undefined
    },
    written() {
      nextMs = undefined
    },
  }

  function runAll(nowMs: number): void {
    const now = isoTime(nowMs)
    const reported: StoredEvent[] = []
    const afterwards: (() => void)[] = []
    const change: Change = {
      now,
      nowMs,
      newId,
      emit(event) {
        const stored = storedEvent(event, { newId, creator: 'system', now })
        events.add(stored) // at once: a later change may delete whom it is told
        reported.push(stored)
      },
      afterSuccess: (work) => afterwards.push(work),
    }
    inTransaction(() => {
      for (const one of work) one.run(change)
    })
    for (const event of reported) onEvent(event)
    for (const work of afterwards) work()
  }
}

function earliestMs(work: readonly TimedWork[]): number {
  return Math.min(Infinity, ...work.flatMap((one) => one.earliest() ?? []).map((time) => Date.parse(time)))
}
