/** A value, or a promise of it if there is something to wait for. */
export type MaybePromise<Value> = Value | Promise<Value>

/** Calls `next` with the value, synchronously unless it is a promise. */
export function andThen<Value, Next>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}
