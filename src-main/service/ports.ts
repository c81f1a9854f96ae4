/** What the program provides to the service, so that tests and the workbench can replace it. */

/** The only source of time. The workbench can move it; callers of the interface cannot. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number
}

/** A clock that also has a monotonic reading, for limits that are counted in memory. */
export interface SteadyClock extends Clock {
  /** Milliseconds since an arbitrary moment; never goes back. */
  elapsedMs(): number
}

export const systemClock: SteadyClock = { nowMs: () => Date.now(), elapsedMs: () => performance.now() }

/** Earlier than every release of this program. */
const BEFORE_EVERY_RELEASE_MS = Date.UTC(2026, 0, 1)

/** Whether the clock was never set, as on a computer with an empty battery. */
export function isClockUnset(clock: Clock): boolean {
  return clock.nowMs() < BEFORE_EVERY_RELEASE_MS
}

/** A clock that can be set to another moment and runs on from there. */
export interface MovableClock extends Clock {
  moveTo(ms: number): void
  /** Returns to the time of the underlying clock. */
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

/** Runs `work`, which must be synchronous, in one transaction. */
export type InTransaction = <Result>(work: () => Result) => Result

let lastMs = Number.NaN
let lastText = ''

/** ISO 8601, UTC, with milliseconds. The last result is cached, because a call formats its time repeatedly. */
export function isoTime(ms: number): string {
  if (ms === lastMs) return lastText
  lastText = new Date(ms).toISOString()
  lastMs = ms
  return lastText
}

/**
 * Blocks of files, stored beside the database. Each is written once under a random name and never changed. The service
 * does not know what they contain.
 */
export interface BlockFiles {
  /** Resolves when the block is durable. Rejects if the disk is full or read-only. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /**
   * Reads a block into memory that the caller owns. Undefined if there is no such block.
   *
   * @param size the expected size; at most one byte more is read, to detect a longer block
   */
  read(name: string, size: number): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Deletes blocks, ignoring those that do not exist. */
  remove(names: readonly string[]): Promise<void>
  /** How many of these blocks are missing. */
  countMissing(names: readonly string[]): number
  /** The names of all files, including blocks whose writing was interrupted. */
  names(): readonly string[]
  /**
   * Sets aside blocks that nothing refers to, restores those that are referred to again, and erases those that were set
   * aside long before `erasableMs`. Called before anything is written.
   */
  settle(isInUse: (name: string) => boolean, moments: { readonly nowMs: number; readonly erasableMs: number }): void
}
