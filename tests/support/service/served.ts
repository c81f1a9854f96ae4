import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The service as a program, as it is shipped; `tests/support/build-service.ts` builds it. */
export const PROGRAM = fileURLToPath(new URL('../../../dist/main/vaultbench.js', import.meta.url))

interface StartLine {
  readonly url: string
  readonly ui: string
  readonly pid: number
}

/** The service in a process of its own, as `npm run serve` starts it. */
export interface Served {
  readonly line: StartLine
  readonly child: ChildProcess
  /** Standard error so far. */
  readonly log: () => string
  /** Sends a signal and waits for the end. @returns the exit code; null when the signal ended it */
  readonly stop: (signal: NodeJS.Signals) => Promise<number | null>
}

export const SERVED_OPERATOR_PASSWORD = 'open-sesame'

/** @throws {Error} with its log when it ends before it says where it is */
export async function startServed(...options: string[]): Promise<Served> {
  const child = spawn(process.execPath, [PROGRAM, 'serve', ...options], {
    env: { ...process.env, VAULTBENCH_OPERATOR_PASSWORD: SERVED_OPERATOR_PASSWORD },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  const first = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
  if (!Array.isArray(first)) throw new ServedEnded(first, log)
  return {
    line: JSON.parse(String(first[0])) as StartLine, // the contract of the first line
    child,
    log: () => log,
    stop(signal) {
      child.kill(signal)
      return ended
    },
  }
}

/** It did not start. */
export class ServedEnded extends Error {
  readonly exitCode: number | null
  readonly log: string

  constructor(exitCode: number | null, log: string) {
    super(`it ended with ${String(exitCode)}: ${log}`)
    this.exitCode = exitCode
    this.log = log
  }
}
