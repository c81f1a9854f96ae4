import type { MaybePromise } from '../../service/maybe-promise.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { IssuerKey } from './key-set.ts'
import { readKeySet } from './key-set.ts'
import type { ReadKeys } from './read-keys.ts'
import { KeysUnreadable } from './read-keys.ts'

/** The keys of one issuer. */
export interface IssuerKeys {
  /**
   * The current keys, read again if that may find this one.
   *
   * @throws {KeysUnreadable}
   */
  find(kid: string | undefined): MaybePromise<readonly IssuerKey[]>
  /** The current state, without reading. */
  state(): KeysState
}

export interface KeysState {
  /** The number of usable keys; null before they were read. */
  readonly usable: number | null
  /** The reason why the last reading failed; null if it did not. */
  readonly problem: string | null
}

/** Keys that were handed over once. */
export function givenKeys(keys: readonly JsonObject[]): IssuerKeys {
  const { usable } = readKeySet(keys)
  return { find: () => usable, state: () => ({ usable: usable.length, problem: null }) }
}

const FRESH_MS = 10 * 60_000
/** How long keys stay in use while they cannot be read again, so that withdrawn ones do not stay for ever. */
const STALE_MS = 60 * 60_000
/** The time between two readings: the sender of tokens must not choose how often somebody is asked. */
const PAUSE_MS = 30_000

interface Held {
  readonly usable: readonly IssuerKey[]
  readonly atMs: number
}

/**
 * Keys that are read from a source: when first needed, every ten minutes, and for an unknown key id, but at most every
 * 30 seconds. While they cannot be read the old ones are used for an hour.
 *
 * @param elapsedMs the monotonic clock
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
