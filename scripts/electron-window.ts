import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import { SHOWN_LINE, START_REFUSED } from '../src-main/desktop/application-port.ts'
import { forwardSignals, exitCode } from '../src-main/program/child-process.ts'

export interface ElectronStart {
  readonly program: string
  readonly switches: readonly string[]
  /** How long it may take until a person sees something. */
  readonly showsWithinMs: number
  readonly say: (line: string) => void
}

/** A program that was told to end and does not is ended by force. */
const ENDS_WITHIN_MS = 5_000

/**
 * Runs the desktop program until it has ended, and with it all that it holds. One that shows nothing in time is ended.
 *
 * @returns its exit code; or a sentence without its end that says why nobody saw anything of it
 */
export async function showInElectron({ program, switches, ...start }: ElectronStart): Promise<number | string> {
  const child = spawn(program, [...switches], { stdio: ['inherit', 'pipe', 'inherit'] })
  const isTold = forwardSignals(child)
  const seen = { isShown: false, isLate: false }
  const clock = setTimeout(() => {
    seen.isLate = true
    endForSure(child)
  }, start.showsWithinMs)
  watch(child.stdout, () => {
    clearTimeout(clock)
    seen.isShown = true
  })

  const code = await exitCode(child, start.say)
  clearTimeout(clock)
  child.stdout.destroy() // a helper that outlives the program may hold the other end
  if (isTold()) return code
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

function endForSure(child: ChildProcess): void {
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
  child.once('exit', () => {
    clearTimeout(force)
  })
}
