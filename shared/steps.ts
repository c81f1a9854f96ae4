/**
 * How long work may keep a thread that others need. Of the 16 ms of a frame of the window, it leaves half for one piece
 * of work that cannot be interrupted, such as a commit, and the rest for drawing.
 */
export const TURN_MS = 4

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
