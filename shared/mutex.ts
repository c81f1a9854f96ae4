/** Runs work when all that was given before has ended, be it well or not. @returns what it returned */
export type Exclusively = <Result>(work: () => Promise<Result>) => Promise<Result>

/** One thing at a time, in the order in which it was asked for. */
export function createMutex(): Exclusively {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
}
