import type { MaybePromise } from '../../service/maybe-promise.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { IssuerKey } from './key-set.ts'
import { readKeySet } from './key-set.ts'
import type { ReadKeys } from './read-keys.ts'
import { KeysUnreadable } from './read-keys.ts'

/** The keys of one issuer. */
export interface IssuerKeys {
  /**
   * The current keys, which are read again if this key id is unknown.
   *
   * @throws {KeysUnreadable}
   */
  find(kid: string | undefined): MaybePromise<readonly IssuerKey[]>
  /** The current state, without reading keys. */
  state(): KeysState
}

export interface KeysState {
  /** The number of usable keys; null before the first successful read. */
  readonly usable: number | null
  /** The reason why the last read failed; null if it succeeded. */
  readonly problem: string | null
}

/** Fixed keys. */
export function givenKeys(keys: readonly JsonObject[]): IssuerKeys {
  const { usable } = readKeySet(keys)
  return { find: () => usable, state: () => ({ usable: usable.length, problem: null }) }
}

const FRESH_MS = 10 * 60_000
/** How long keys stay in use while they cannot be read again, so that revoked keys do not stay for ever. */
const STALE_MS = 60 * 60_000
/** The least time between two reads, so that senders of tokens cannot trigger many. */
const PAUSE_MS = 30_000

interface CachedKeys {
  readonly usable: readonly IssuerKey[]
  readonly atMs: number
}

/**
 * Keys that are read when first needed, every ten minutes, and for an unknown key id, but at most every 30 seconds. If
 * a read fails, the old keys stay in use for an hour.
 *
 * @param elapsedMs the monotonic clock
 */
export function readingKeys(read: ReadKeys, elapsedMs: () => number): IssuerKeys {
  let cached: CachedKeys | undefined
  let problem: string | null = null
  let lastTriedMs = Number.NEGATIVE_INFINITY
  let refreshing: Promise<void> | undefined

  return {
    find(kid) {
      const age = cached === undefined ? Number.POSITIVE_INFINITY : elapsedMs() - cached.atMs
      const isUnknown = kid !== undefined && cached?.usable.every((key) => key.kid !== kid) === true
      if (age < FRESH_MS && !isUnknown) return current()
      if (refreshing === undefined && elapsedMs() - lastTriedMs < PAUSE_MS) return current()
      refreshing ??= refresh().finally(() => (refreshing = undefined))
      return refreshing.then(current)
    },
    state: () => ({ usable: cached?.usable.length ?? null, problem }),
  }

  function current(): readonly IssuerKey[] {
    if (cached !== undefined && elapsedMs() - cached.atMs < STALE_MS) return cached.usable
    throw new KeysUnreadable(problem ?? 'they have not been read yet')
  }

  async function refresh(): Promise<void> {
    lastTriedMs = elapsedMs()
    try {
      const { keys } = await read()
      cached = { usable: readKeySet(keys).usable, atMs: elapsedMs() }
      problem = null
    } catch (fault) {
      if (!(fault instanceof KeysUnreadable)) throw fault
      problem = fault.message
    }
  }
}
