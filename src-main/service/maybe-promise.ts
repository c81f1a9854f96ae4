/** A value, or a promise of one where something has to be waited for. */
export type MaybePromise<Value> = Value | Promise<Value>

/** Hands a value on, at once where it is there: most calls never wait. */
export function andThen<Value, Next>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}
