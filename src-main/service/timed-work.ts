import type { Change } from './call.ts'
import { storedEvent } from './emitted-events.ts'
import type { EventStore, StoredEvent } from './emitted-events.ts'
import type { ErasureClock } from './erasure-clock.ts'
import { isoTime } from './ports.ts'
import type { IdSource, InTransaction, Log } from './ports.ts'

/** A change that falls due, for example the end of a share. */
export interface TimedWork {
  /** Marks irreversible deletions, which a single wrong reading of the clock must not trigger. */
  readonly erases?: true
  /** When the next change is due; null if there is none. Called often, so an index should answer it. */
  earliest(): string | null
  /**
   * Makes all changes that are due by `dueByMs`. Runs in a transaction.
   *
   * @param dueByMs the time of `change.now`, or an earlier moment if the work erases
   */
  run(change: Change, dueByMs: number): void
}

interface ErasableData {
  /** When the oldest entry was added; null if there is none. */
  readonly oldest: () => string | null
  /** Deletes the entries added until then. */
  readonly erase: (change: Change, until: string) => void
}

/** Timed work that irreversibly deletes entries of a given age in milliseconds. */
export function erasedAfter(ageMs: number, { oldest, erase }: ErasableData): TimedWork {
  return {
    erases: true,
    earliest() {
      const since = oldest()
      return since === null ? null : isoTime(Date.parse(since) + ageMs)
    },
    run(change, dueByMs) {
      erase(change, isoTime(dueByMs - ageMs))
    },
  }
}

export interface TimedChanges {
  /** Makes the changes that are due. Never throws: a failure is logged once and tried again. */
  readonly apply: (nowMs: number) => void
  /**
   * Reads as if every due change had been applied, because an ended share must not stay readable while the disk is
   * full.
   */
  readonly asIfApplied: <Result>(nowMs: number, read: () => Result) => Result
  /** Must be called after a write, because the next change may now be due sooner. */
  readonly noteWrite: () => void
}

interface TimedChangesDependencies {
  readonly inTransaction: InTransaction
  /** Runs `work` in a transaction that is always rolled back. */
  readonly inRolledBackTransaction: InTransaction
  readonly newId: IdSource
  readonly events: EventStore
  readonly erasure: ErasureClock
  /** Called with each event once it is durable. */
  readonly onEvent: (event: StoredEvent) => void
  readonly log: Log
}

/** The pause after a failure, because each try costs a transaction. */
const RETRY_MS = 1_000
/** How often to check whether a due erasure may run while the clock is not trusted. */
const ERASURE_RECHECK_MS = 60 * 60 * 1000

/**
 * Runs timed work when it is due. Each piece of work has its own transaction, so that a failing one does not block the
 * others.
 */
export function createTimedChanges(work: readonly TimedWork[], dependencies: TimedChangesDependencies): TimedChanges {
  const { inRolledBackTransaction, erasure, log } = dependencies
  const { applyDurably, applyTemporarily } = runnerOf(dependencies)
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
      return inRolledBackTransaction(() => {
        for (const one of work) applyTemporarily(one, nowMs)
        return read()
      })
    },
    noteWrite() {
      nextMs = undefined
    },
  }

  /** Whether the last failure is too recent, unless the clock was set back since. */
  function mustWait(nowMs: number): boolean {
    return failedAtMs !== undefined && nowMs >= failedAtMs && nowMs < failedAtMs + RETRY_MS
  }

  function runAll(nowMs: number): void {
    const faults = work.flatMap((one) => {
      try {
        applyDurably(one, nowMs)
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
    if (!isLogged) log.error('a change that is due could not be stored; it is tried again', fault)
    isLogged = true
  }
}

/** Two ways to make a due change: durably, or until the surrounding transaction is rolled back. */
function runnerOf({ inTransaction, newId, events, onEvent, erasure }: TimedChangesDependencies) {
  return { applyDurably, applyTemporarily }

  function applyDurably(one: TimedWork, nowMs: number): void {
    const { reported, afterwards } = make(one, nowMs)
    for (const event of reported) onEvent(event)
    for (const follow of afterwards) follow()
  }

  /** Ignores faults, which were logged when the change was tried durably. */
  function applyTemporarily(one: TimedWork, nowMs: number): void {
    try {
      make(one, nowMs)
    } catch {
      // A reader then sees the old state.
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
        events.add(stored) // now, because later work may delete the event's user
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

/** When the next work is due, possibly in the past. An erasure that must wait for the clock counts as due later. */
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
