import type { LockSettings } from '../../../shared/contract/workbench-locks.ts'
import type { Clock } from '../../service/ports.ts'
import { isoTime } from '../../service/ports.ts'

/** The time before an idle lock at which a warning is shown. */
const WARNING_MS = 60_000

/** After such a pause of the program, the computer slept, or its clock was set. */
const SLEPT_MS = 30_000

const LOOK_EVERY_MS = 1_000

/** The idle time so far, and when it was last measured. */
interface Idle {
  readonly idleMs: number
  readonly seenMs: number
}

/** The result of the elapsed time. */
interface IdleVerdict {
  readonly idle: Idle
  readonly mustLock: boolean
  /** When it locks without further activity; only in the last minute. */
  readonly locksAtMs: number | undefined
}

/**
 * Adds the time that passed by the clock. Setting the clock back does not reduce the idle time; a leap ahead counts as
 * sleep, because a sleeping computer looks the same.
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

/** Locks the open workspace when it is idle, or the computer reports that nobody is present. */
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

  /** Ignores activity that comes too late: the first key after a sleep must not keep it open. */
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
    // The announced moment stays, because the window counts down to it.
    if (changes) locksAtMs = atMs
    if (changes) onWarning()
  }
}
