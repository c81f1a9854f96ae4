/** A value, or a promise of it where something has to be waited for. */
export type MaybePromise<Value> = Value | Promise<Value>

/** Calls `next` with the value, synchronously unless it is a promise: most calls never wait. */
export function andThen<Value, Next>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}
