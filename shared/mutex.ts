/** Runs a function once all earlier ones have ended, successfully or not. @returns its result */
export type Exclusively = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Runs functions one at a time, in the order of the calls. */
export function createMutex(): Exclusively {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
}
