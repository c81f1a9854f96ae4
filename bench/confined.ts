import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Where programs run that leave nothing behind, neither files nor processes, however they or we end. */
export interface Confinement {
  /** Their folder for temporary files. */
  readonly folder: string
  /**
   * Waits until a program has ended, and all that it started.
   *
   * @throws {Error} when it cannot be started; {@link Interrupted} when we were told to end meanwhile
   */
  readonly run: (command: readonly string[], options: RunOptions) => Promise<Ended>
}

interface RunOptions {
  readonly cwd: string
  /** What it prints goes where ours goes. */
  readonly isShown?: boolean
}

interface Ended {
  /** Null: a signal ended it. */
  readonly code: number | null
  /** What it printed, unless that was shown. */
  readonly output: string
}

/** We were told to end. */
export class Interrupted extends Error {
  readonly exitCode: number

  constructor(signal: NodeJS.Signals) {
    super(`ended by ${signal}`)
    this.exitCode = 128 + constants.signals[signal]
  }
}

const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Works in a folder that is gone afterwards. A signal to end is an error of the program that runs, and of the next one. */
export async function confined<Result>(work: (confinement: Confinement) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'vaultbench-'))
  const ending = new AbortController()
  const end = (signal: NodeJS.Signals): void => {
    ending.abort(new Interrupted(signal))
  }
  for (const signal of ENDING_SIGNALS) process.on(signal, end)
  try {
    return await work({
      folder,
      run: (command, options) => run(command, { ...options, folder, ending: ending.signal }),
    })
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    for (const signal of ENDING_SIGNALS) process.off(signal, end)
  }
}

interface ConfinedOptions extends RunOptions {
  readonly folder: string
  readonly ending: AbortSignal
}

async function run(
  [program = '', ...args]: readonly string[],
  { cwd, isShown = false, folder, ending }: ConfinedOptions,
): Promise<Ended> {
  ending.throwIfAborted()
  const outputPath = join(folder, 'output')
  const output = isShown ? 'inherit' : openSync(outputPath, 'w')
  const env = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder }
  // A group of its own: a signal reaches all that it starts, and it alone.
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', output, output] })
  if (output !== 'inherit') closeSync(output)
  const end = (): void => void endGroup(child.pid)
  ending.addEventListener('abort', end)
  try {
    const [code] = (await once(child, 'exit')) as [number | null] // documented
    await endGroup(child.pid)
    ending.throwIfAborted()
    return { code, output: isShown ? '' : readFileSync(outputPath, 'utf8') }
  } finally {
    ending.removeEventListener('abort', end)
  }
}

const LOOK_EVERY_MS = 50
/** Longer than the service takes to close at most. */
const PATIENCE_MS = 15_000

/** Ends a program and what it started, whatever of that is left. */
async function endGroup(pid: number | undefined): Promise<void> {
  let isThere = tellGroup(pid, 'SIGINT')
  for (let waitedMs = 0; isThere && waitedMs < PATIENCE_MS; waitedMs += LOOK_EVERY_MS) {
    await setTimeout(LOOK_EVERY_MS)
    isThere = tellGroup(pid, 0)
  }
  if (isThere) tellGroup(pid, 'SIGKILL')
}

/** @returns whether anybody is in the group */
function tellGroup(pid: number | undefined, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false
  try {
    return process.kill(-pid, signal)
  } catch {
    return false
  }
}
