import type { ChildProcess } from 'node:child_process'

const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * What is told to end us ends the child; we end when it has.
 *
 * @returns says whether that has happened
 */
export function forwardSignals(child: ChildProcess): () => boolean {
  let isTold = false
  for (const signal of ENDING_SIGNALS) {
    const end = (): void => {
      isTold = true
      child.kill('SIGTERM')
    }
    process.on(signal, end)
    child.once('exit', () => process.off(signal, end))
  }
  return () => isTold
}

/** Kills a child that nobody needs once we end, however that happens: we do not wait for it. */
export function killWithParent(child: ChildProcess): void {
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  for (const signal of ENDING_SIGNALS) {
    const end = (): void => {
      kill()
      process.off(signal, end)
      process.kill(process.pid, signal)
    }
    process.on(signal, end)
    child.once('exit', () => process.off(signal, end))
  }
}

/** The exit code of a child; 0 when it was told to end, 1 when it never started or was ended otherwise. */
export async function exitCode(child: ChildProcess, say: (line: string) => void = () => undefined): Promise<number> {
  return new Promise((done) => {
    child.once('error', (error) => {
      say(error.message)
      done(1)
    })
    child.once('exit', (code, signal) => {
      done(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1))
    })
  })
}
