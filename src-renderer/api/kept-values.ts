/**
 * What screens read last, by a name, to be drawn at once when they are opened again. It is read again all the same. All
 * are forgotten as soon as anything changes, by this window or not, and with a lock: then screens wait for the answer.
 */
let kept = new Map<string, unknown>()

/** The name of the subscription keys, which change most often. */
export const SUBSCRIPTION_KEYS = 'subscription-keys'

/** @param only the name of the only value that a change concerns */
export function forgetKept(only?: string): void {
  kept = new Map(only === undefined ? [] : [...kept].filter(([name]) => name !== only))
}

/** @param name unique for what is read and for whom; undefined keeps nothing. The value is one that JSON can say. */
export function useKept<Value>(name: () => string | undefined) {
  let since = kept
  const lastOf = (named: string | undefined): Value | undefined => since.get(named ?? '') as Value | undefined

  return {
    /** Called before a read. @returns what was kept */
    last: (): Value | undefined => {
      since = kept
      return lastOf(name())
    },
    /** Keeps what was read, unless something changed since. @returns the value before, if the next one says the same */
    keep: (next: Value): Value => {
      const named = name()
      const before = lastOf(named)
      if (before !== undefined && JSON.stringify(before) === JSON.stringify(next)) return before
      if (named !== undefined) since.set(named, next)
      return next
    },
  }
}
