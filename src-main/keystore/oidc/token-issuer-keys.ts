import type { MaybePromise } from '../../service/maybe-promise.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { IssuerKey } from './key-set.ts'
import { readKeySet } from './key-set.ts'
import type { ReadKeys } from './read-keys.ts'
import { KeysUnreadable } from './read-keys.ts'

/** The keys of one issuer. */
export interface IssuerKeys {
  /**
   * The keys there are now, read anew where that may help to find this one.
   *
   * @throws {KeysUnreadable}
   */
  find(kid: string | undefined): MaybePromise<readonly IssuerKey[]>
  /** What is known of them without reading anything. */
  state(): KeysState
}

export interface KeysState {
  /** How many are usable; null: they were not read yet. */
  readonly usable: number | null
  /** Why the last reading failed; null where it did not. */
  readonly problem: string | null
}

/** Keys that were handed over once. */
export function givenKeys(keys: readonly JsonObject[]): IssuerKeys {
  const { usable } = readKeySet(keys)
  return { find: () => usable, state: () => ({ usable: usable.length, problem: null }) }
}

const FRESH_MS = 10 * 60_000
/** How long keys serve on while they cannot be read again: what was withdrawn must not hold for ever. */
const STALE_MS = 60 * 60_000
/** The time between two readings: the sender of tokens must not choose how often somebody is asked. */
const PAUSE_MS = 30_000

interface Held {
  readonly usable: readonly IssuerKey[]
  readonly atMs: number
}

/**
 * Keys that are read from somewhere: first when they are needed, again every ten minutes, and when a token names a key
 * that is not there, but never twice within 30 seconds. While they cannot be read those from before serve for an hour.
 *
 * @param elapsedMs the clock that nobody can set
 */
export function readingKeys(read: ReadKeys, elapsedMs: () => number): IssuerKeys {
  let held: Held | undefined
  let problem: string | null = null
  let triedMs = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined

  return {
    find(kid) {
      const age = held === undefined ? Number.POSITIVE_INFINITY : elapsedMs() - held.atMs
      const isUnknown = kid !== undefined && held?.usable.every((key) => key.kid !== kid) === true
      if (age < FRESH_MS && !isUnknown) return current()
      if (running === undefined && elapsedMs() - triedMs < PAUSE_MS) return current()
      running ??= readAnew().finally(() => (running = undefined))
      return running.then(current)
    },
    state: () => ({ usable: held?.usable.length ?? null, problem }),
  }

  function current(): readonly IssuerKey[] {
    if (held !== undefined && elapsedMs() - held.atMs < STALE_MS) return held.usable
    throw new KeysUnreadable(problem ?? 'they were not read yet')
  }

  async function readAnew(): Promise<void> {
    triedMs = elapsedMs()
    try {
      const { keys } = await read()
      held = { usable: readKeySet(keys).usable, atMs: elapsedMs() }
      problem = null
    } catch (fault) {
      if (!(fault instanceof KeysUnreadable)) throw fault
      problem = fault.message
    }
  }
}
