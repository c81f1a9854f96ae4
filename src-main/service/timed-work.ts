import type { Change } from './call.ts'
import { storedEvent } from './emitted-events.ts'
import type { EventStore, StoredEvent } from './emitted-events.ts'
import type { ErasureClock } from './erasure-clock.ts'
import { isoTime } from './ports.ts'
import type { IdSource, InTransaction, Log } from './ports.ts'

/** Something that time brings about, for example the end of a share. */
export interface TimedWork {
  /** It deletes for good: one wrong reading of the clock must not bring that about. */
  readonly erases?: true
  /** When the next of it is due; null when nothing waits. Answered from an index, because it is asked often. */
  earliest(): string | null
  /**
   * Does all that was due by then. Runs in a transaction.
   *
   * @param dueByMs what `change.now` says, or for what erases an earlier moment
   */
  run(change: Change, dueByMs: number): void
}

interface Kept {
  /** The time since which the oldest of it is there; null when there is none. */
  readonly oldest: () => string | null
  /** Deletes what is there since then, or longer. */
  readonly erase: (change: Change, until: string) => void
}

/** Deletes for good what has been there for so many milliseconds. */
export function erasedAfter(keptMs: number, { oldest, erase }: Kept): TimedWork {
  return {
    erases: true,
    earliest() {
      const since = oldest()
      return since === null ? null : isoTime(Date.parse(since) + keptMs)
    },
    run(change, dueByMs) {
      erase(change, isoTime(dueByMs - keptMs))
    },
  }
}

export interface TimedChanges {
  /** Makes the changes that are due, and never throws: what cannot be made is logged once and tried again. */
  readonly apply: (nowMs: number) => void
  /**
   * Runs work that only reads as if everything due had been made, also while the disk does not take it: a share that has
   * ended must not be readable for as long as the disk is full.
   */
  readonly asIfApplied: <Result>(nowMs: number, read: () => Result) => Result
  /** Something was written: what is due next may be due sooner. */
  readonly written: () => void
}

interface TimedChangesDependencies {
  readonly inTransaction: InTransaction
  /** Runs `work` in a transaction that is always taken back. */
  readonly withoutKeeping: InTransaction
  readonly newId: IdSource
  readonly events: EventStore
  readonly erasure: ErasureClock
  /** Gets each event after it is durable. */
  readonly onEvent: (event: StoredEvent) => void
  readonly log: Log
}

/** What failed is not tried again at every call: each try costs a transaction. */
const RETRY_MS = 1_000
/** What is due and must not be erased yet is looked at again. */
const ERASURE_RECHECK_MS = 60 * 60 * 1000

/**
 * Runs timed work when it is due. When that is, is asked again only after something was written. Each piece has its own
 * transaction, so that one that fails keeps no other back.
 */
export function createTimedChanges(work: readonly TimedWork[], dependencies: TimedChangesDependencies): TimedChanges {
  const { withoutKeeping, erasure, log } = dependencies
  const { keep, makeForNow } = runnerOf(dependencies)
  let nextMs: number | undefined
  let failedAtMs: number | undefined
  let isLogged = false
  return {
    apply(nowMs) {
      if (mustWait(nowMs)) return
      try {
        nextMs ??= earliestMs(work, erasure, nowMs)
        if (nowMs >= nextMs) runAll(nowMs)
        else noteSuccess()
      } catch (fault) {
        noteFailure(fault, nowMs)
      }
    },
    asIfApplied(nowMs, read) {
      if (failedAtMs === undefined) return read()
      return withoutKeeping(() => {
        for (const one of work) makeForNow(one, nowMs)
        return read()
      })
    },
    written() {
      nextMs = undefined
    },
  }

  /** Soon after a failure, unless the clock was put back meanwhile. */
  function mustWait(nowMs: number): boolean {
    return failedAtMs !== undefined && nowMs >= failedAtMs && nowMs < failedAtMs + RETRY_MS
  }

  function runAll(nowMs: number): void {
    const faults = work.flatMap((one) => {
      try {
        keep(one, nowMs)
        return []
      } catch (fault) {
        return [fault]
      }
    })
    nextMs = undefined
    if (faults.length > 0) noteFailure(faults[0], nowMs)
    else noteSuccess()
  }

  function noteSuccess(): void {
    failedAtMs = undefined
    isLogged = false
  }

  function noteFailure(fault: unknown, nowMs: number): void {
    failedAtMs = nowMs
    if (!isLogged) log.error('what time has brought about could not be kept; it is tried again', fault)
    isLogged = true
  }
}

/** The two ways to make a change that is due: for good, or until the transaction around it is taken back. */
function runnerOf({ inTransaction, newId, events, onEvent, erasure }: TimedChangesDependencies) {
  return { keep, makeForNow }

  function keep(one: TimedWork, nowMs: number): void {
    const { reported, afterwards } = make(one, nowMs)
    for (const event of reported) onEvent(event)
    for (const follow of afterwards) follow()
  }

  /** Its faults were logged when it was tried for good. */
  function makeForNow(one: TimedWork, nowMs: number): void {
    try {
      make(one, nowMs)
    } catch {
      // What cannot be made even for a moment is read as it was before.
    }
  }

  function make(one: TimedWork, nowMs: number) {
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
      afterSuccess: (follow) => afterwards.push(follow),
    }
    const dueByMs = one.erases ? erasure.until(nowMs) : nowMs
    inTransaction(() => {
      one.run(change, dueByMs)
    })
    return { reported, afterwards }
  }
}

/** When there is something to do next; at a moment that has passed already, now. */
function earliestMs(work: readonly TimedWork[], erasure: ErasureClock, nowMs: number): number {
  const times = work.map((one) => {
    const time = one.earliest()
    if (time === null) return Infinity
    const dueMs = Date.parse(time)
    const mustWait = one.erases === true && dueMs <= nowMs && dueMs > erasure.until(nowMs)
    return mustWait ? nowMs + ERASURE_RECHECK_MS : dueMs
  })
  return Math.min(Infinity, ...times)
}
