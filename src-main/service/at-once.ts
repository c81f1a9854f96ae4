/** What is there at once, or later where something has to be waited for. */
export type AtOnceOrLater<Value> = Value | Promise<Value>

/** Goes on with a value: at once where it is there, so that most calls never wait. */
export function goOn<Value, Next>(
  value: AtOnceOrLater<Value>,
  next: (value: Value) => AtOnceOrLater<Next>,
): AtOnceOrLater<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}
