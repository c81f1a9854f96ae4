import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import { SHOWN_LINE, START_REFUSED } from '../src-main/desktop/application-port.ts'
import { forwardSignals, exitCode } from '../src-main/program/child-process.ts'

export interface ElectronStart {
  readonly program: string
  readonly switches: readonly string[]
  /** The time until its window must be visible. */
  readonly showsWithinMs: number
  readonly say: (line: string) => void
}

/** A program that has not ended this long after SIGTERM is killed. */
const ENDS_WITHIN_MS = 5_000

/**
 * Runs the desktop program until it ends. It is ended if its window does not appear in time.
 *
 * @returns its exit code, or the reason why its window never appeared, as a clause
 */
export async function showInElectron({ program, switches, ...start }: ElectronStart): Promise<number | string> {
  const child = spawn(program, [...switches], { stdio: ['inherit', 'pipe', 'inherit'] })
  const wasSignalled = forwardSignals(child)
  const seen = { isShown: false, isLate: false }
  const clock = setTimeout(() => {
    seen.isLate = true
    terminate(child)
  }, start.showsWithinMs)
  watch(child.stdout, () => {
    clearTimeout(clock)
    seen.isShown = true
  })

  const code = await exitCode(child, start.say)
  clearTimeout(clock)
  child.stdout.destroy() // a helper that outlives the program may hold the other end
  if (wasSignalled()) return code
  if (seen.isLate) return `Electron showed nothing within ${start.showsWithinMs / 1_000} s`
  if (seen.isShown || code === 0 || code === START_REFUSED) return code
  return 'Electron ended before it showed anything'
}

function watch(output: Readable, shown: () => void): void {
  createInterface({ input: output }).on('line', (line) => {
    if (line === SHOWN_LINE) shown()
    else process.stdout.write(`${line}\n`)
  })
}

function terminate(child: ChildProcess): void {
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
  child.once('exit', () => {
    clearTimeout(force)
  })
}
