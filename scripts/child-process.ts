import type { ChildProcess } from 'node:child_process'

const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What is told to end us ends the child; we end when it has. */
export function endWith(child: ChildProcess): void {
  for (const signal of ENDING_SIGNALS) {
    const end = (): void => void child.kill('SIGTERM')
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
