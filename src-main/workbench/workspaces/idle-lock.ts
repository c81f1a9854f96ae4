import type { LockSettings } from '../../../shared/contract/workbench-locks.ts'
import type { Clock } from '../../service/ports.ts'
import { isoTime } from '../../service/ports.ts'

/** The time before it locks for want of a sign at which that is said. */
const WARNING_MS = 60_000

/** Nothing of this program ran for so long: the computer slept, or its clock was set. */
const SLEPT_MS = 30_000

const LOOK_EVERY_MS = 1_000

/** How long nobody has given a sign, and when that was last looked at. */
interface Idle {
  readonly idleMs: number
  readonly seenMs: number
}

/** What follows from the time that has passed. */
interface IdleVerdict {
  readonly idle: Idle
  readonly mustLock: boolean
  /** When it locks without a sign; given in the last minute only. */
  readonly locksAtMs: number | undefined
}

/**
 * Lets the time pass that the clock shows. A clock that is set back takes nothing away from what has passed already; one
 * that leaps ahead counts as sleep, because a sleeping computer looks the same from inside.
 */
export function elapse(before: Idle, settings: LockSettings, nowMs: number): IdleVerdict {
  const passedMs = Math.max(0, nowMs - before.seenMs)
  const idle = { idleMs: before.idleMs + passedMs, seenMs: nowMs }
  const limitMs = settings.idle_minutes === null ? Infinity : settings.idle_minutes * 60_000
  const leftMs = limitMs - idle.idleMs
  return {
    idle,
    mustLock: leftMs <= 0 || (settings.on_sleep && passedMs >= SLEPT_MS),
    locksAtMs: leftMs <= WARNING_MS ? nowMs + leftMs : undefined,
  }
}

interface IdleLockOptions {
  readonly clock: Clock
  /** The settings of the workspace that is open; undefined while none is. */
  readonly settings: () => LockSettings | undefined
  readonly lock: () => void
  /** `locksAt` answers something else from now on. */
  readonly onWarning: () => void
}

/** Locks the open workspace when nobody gives a sign, or the computer says that nobody is there. */
export function createIdleLock({ clock, settings, lock, onWarning }: IdleLockOptions) {
  let idle: Idle = { idleMs: 0, seenMs: clock.nowMs() }
  let locksAtMs: number | undefined
  let looking: NodeJS.Timeout | undefined

  return { begin, end, look, noteActivity, noteComputer, locksAt }

  /** A workspace was opened: somebody was there to do it. */
  function begin(): void {
    end()
    idle = { idleMs: 0, seenMs: clock.nowMs() }
    looking = setInterval(look, LOOK_EVERY_MS).unref()
  }

  function end(): void {
    clearInterval(looking)
    looking = undefined
    locksAtMs = undefined
  }

  /** @returns whether the workspace is still open */
  function look(): boolean {
    const set = settings()
    if (set === undefined) return false
    const verdict = elapse(idle, set, clock.nowMs())
    idle = verdict.idle
    if (verdict.mustLock) {
      end()
      lock()
      return false
    }
    warn(verdict.locksAtMs)
    return true
  }

  /** What comes too late keeps nothing open: the first key after a sleep must not undo it. */
  function noteActivity(): void {
    if (!look()) return
    idle = { idleMs: 0, seenMs: clock.nowMs() }
    warn(undefined)
  }

  function noteComputer(what: 'sleeps' | 'locks_screen'): void {
    const set = settings()
    if (set === undefined || !(what === 'sleeps' ? set.on_sleep : set.on_screen_lock)) return
    end()
    lock()
  }

  /** ISO 8601; undefined before the last minute. */
  function locksAt(): string | undefined {
    return locksAtMs === undefined ? undefined : isoTime(locksAtMs)
  }

  function warn(atMs: number | undefined): void {
    const changes = (atMs === undefined) !== (locksAtMs === undefined)
    // The moment that was told stays: it is counted down to.
    if (changes) locksAtMs = atMs
    if (changes) onWarning()
  }
}
