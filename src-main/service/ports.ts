/** What the service takes from the program around it, so that tests and the workbench can replace it. */

/** The only source of time. Moved from the workbench, never through the interface. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number
}

/** A clock that also counts the time that passes, which nobody can set: for limits that are counted in memory. */
export interface SteadyClock extends Clock {
  /** Milliseconds since some moment; never goes back. */
  elapsedMs(): number
}

export const systemClock: SteadyClock = { nowMs: () => Date.now(), elapsedMs: () => performance.now() }

/** When nobody had this program yet. */
const BEFORE_EVERY_RELEASE_MS = Date.UTC(2026, 0, 1)

/** The clock was never set, as on a computer whose battery is empty: it begins at 1970, or even before. */
export function isClockUnset(clock: Clock): boolean {
  return clock.nowMs() < BEFORE_EVERY_RELEASE_MS
}

/** A clock that somebody may put to another moment; it goes on from there. */
export interface MovableClock extends Clock {
  moveTo(ms: number): void
  /** Back to the time of the clock it was made from. */
  moveBack(): void
}

export function movableClock(clock: Clock): MovableClock {
  let offsetMs = 0
  return {
    nowMs: () => clock.nowMs() + offsetMs,
    moveTo(ms) {
      offsetMs = ms - clock.nowMs()
    },
    moveBack() {
      offsetMs = 0
    },
  }
}

/** Makes ids: UUID version 7 in lower case, ascending within the process. */
export type IdSource = () => string

/** Secrets and their hashes; the implementation lives in `crypto`. */
export interface Secrets {
  randomBytes(count: number): Uint8Array
  /** SHA-256 of a token, as stored. */
  hashToken(token: string): Uint8Array
}

/** The log to which faults are reported. Entries never hold secrets, bodies or SQL parameters. */
export interface Log {
  error(message: string, cause: unknown): void
}

/** Runs `work` in one transaction: everything is written or nothing. `work` must be synchronous. */
export type InTransaction = <Result>(work: () => Result) => Result

let lastMs = Number.NaN
let lastText = ''

/** ISO 8601, UTC, milliseconds. A call asks for the moment it came at several times. */
export function isoTime(ms: number): string {
  if (ms === lastMs) return lastText
  lastText = new Date(ms).toISOString()
  lastMs = ms
  return lastText
}

/**
 * Blocks of files beside the database. Each is written once, under a random name, and never changed. What is in them the
 * service does not know.
 */
export interface BlockFiles {
  /** Resolves when the block is durable. Rejects for want of room, or where nothing can be written. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /**
   * Reads a block into memory that is the caller's own. Undefined: there is no such block.
   *
   * @param size how many bytes it should have; of a longer one only one byte more is read
   */
  read(name: string, size: number): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Deletes what is there of these. */
  remove(names: readonly string[]): Promise<void>
  /** How many of these are not there. */
  lacks(names: readonly string[]): number
  /** Everything that lies there, also what was interrupted while it was written. */
  names(): readonly string[]
  /**
   * Sets aside what nothing names, brings back what is named again, and erases what was set aside long before
   * `erasableMs`. Called before anything is written.
   */
  settle(isNamed: (name: string) => boolean, moments: { readonly nowMs: number; readonly erasableMs: number }): void
}
