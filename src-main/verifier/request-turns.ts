import { setImmediate } from 'node:timers/promises'

/** Runs work about a request. @returns what it returned */
export type InTurn = <Result>(requestId: string, work: () => Promise<Result>) => Promise<Result>

/**
 * Work about one request is done one after the other; requests do not wait for each other. The next turn begins when what
 * follows the one before without waiting is done as well: its outcome is written down by then.
 */
export function requestTurns(): InTurn {
  const lastTurns = new Map<string, Promise<void>>()

  return (requestId, work) => {
    const turn = (lastTurns.get(requestId) ?? Promise.resolve()).then(work)
    const ended = turn.then(afterwards, afterwards)
    lastTurns.set(requestId, ended)
    void ended.then(() => {
      if (lastTurns.get(requestId) === ended) lastTurns.delete(requestId)
    })
    return turn
  }
}

function afterwards(): Promise<void> {
  return setImmediate()
}
