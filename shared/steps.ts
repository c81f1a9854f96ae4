/**
 * Work that may take long: at each `yield` it can be interrupted to let other work go first. It returns its result.
 * Between two steps nobody sees what it has written so far.
 */
export type Steps<Result> = Generator<void, Result, void>

/** Runs all steps without interruption. */
export function allAtOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}
