/** Passes values to all listeners, in the order in which they subscribed. */
export interface Listeners<Value> {
  readonly announce: (value: Value) => void
  /** @returns a function that ends the subscription */
  readonly subscribe: (listener: (value: Value) => void) => () => void
}

export function createListeners<Value>(): Listeners<Value> {
  const listeners = new Set<(value: Value) => void>()
  return {
    announce(value) {
      for (const listener of listeners) listener(value)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
