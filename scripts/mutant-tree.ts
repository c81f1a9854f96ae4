import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Mutant } from './mutations.ts'
import { mutated } from './mutations.ts'

/** A checkout of its own, which may be broken: nothing that somebody works on is ever touched. */
export interface Tree {
  readonly path: string
  /** Runs `work` while the faults are there, at most one in a file. They are gone afterwards, whatever becomes of it. */
  broken<R>(mutants: readonly Mutant[], work: () => Promise<R>): Promise<R>
  remove(): void
}

/**
 * Checks out a commit into a folder of that name among the temporary ones. What an earlier run left there, as it was
 * killed, is thrown away with every fault in it. The installed packages are those of `root`, by links; caches are not.
 */
export function makeTree(root: string, commit: string, name: string): Tree {
  const folder = join(tmpdir(), name)
  const path = join(folder, 'tree')
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    execFileSync('git', ['worktree', 'prune'], { cwd: root })
  }
  remove()
  mkdirSync(join(folder, 'tmp'), { recursive: true })
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', path, commit], { cwd: root })
  linkPackages(root, path)
  return { path, remove, broken: (mutants, work) => whileBroken(path, mutants, work) }
}

function linkPackages(root: string, tree: string): void {
  mkdirSync(join(tree, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules'))) {
    const isCache = name.startsWith('.') && name !== '.bin' && name !== '.package-lock.json'
    if (!isCache) symlinkSync(join(root, 'node_modules', name), join(tree, 'node_modules', name), 'junction')
  }
}

async function whileBroken<R>(tree: string, mutants: readonly Mutant[], work: () => Promise<R>): Promise<R> {
  const whole = new Map(mutants.map(({ path }) => [join(tree, path), readFileSync(join(tree, path), 'utf8')]))
  try {
    for (const mutant of mutants) {
      const file = join(tree, mutant.path)
      writeFileSync(file, mutated(whole.get(file) ?? '', mutant))
    }
    return await work()
  } finally {
    for (const [file, text] of whole) writeFileSync(file, text)
  }
}

export interface Ending {
  readonly how: 'passed' | 'failed' | 'timed out'
  readonly output: string
  readonly seconds: number
}

/** When a command is ended before it is done. */
export interface Limits {
  readonly seconds: number
  /** It counts as failed as soon as it prints this. */
  readonly sign?: RegExp
  readonly stop: AbortSignal
}

/**
 * Runs a command of the shell in a tree, and ends it with all that it started once a limit is reached.
 *
 * @throws the reason of `stop`, when that ended it
 */
export async function run(tree: Tree, command: string, { seconds, sign, stop }: Limits): Promise<Ending> {
  stop.throwIfAborted()
  const began = performance.now()
  const env = { ...process.env, TMPDIR: join(tree.path, '../tmp') }
  const child = spawn(command, { cwd: tree.path, env, shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const tooLong = AbortSignal.timeout(Math.ceil(seconds * 1000))
  const signSeen = new AbortController()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += stripVTControlCharacters(text)
      if (sign?.test(output) === true) signSeen.abort()
    })
  }
  const code = await exitCodeOf(child, AbortSignal.any([stop, tooLong, signSeen.signal]))
  stop.throwIfAborted()
  const timedOut = tooLong.aborted && !signSeen.signal.aborted && code !== 0
  const how = timedOut ? 'timed out' : code === 0 ? 'passed' : 'failed'
  return { how, output, seconds: (performance.now() - began) / 1000 }
}

const GRACE_MS = 5_000

/** Null where it was ended. Whoever still writes into its output some time after it has ended is killed. */
function exitCodeOf(child: ChildProcess, end: AbortSignal): Promise<number | null> {
  return new Promise((done) => {
    let grace: NodeJS.Timeout | undefined
    const killLater = (): void => {
      grace ??= setTimeout(() => {
        endGroup(child, 'SIGKILL')
        finish()
      }, GRACE_MS)
    }
    const terminate = (): void => {
      endGroup(child, 'SIGTERM')
      killLater()
    }
    const finish = (): void => {
      clearTimeout(grace)
      end.removeEventListener('abort', terminate)
      done(child.exitCode)
    }
    end.addEventListener('abort', terminate)
    child.once('exit', killLater)
    child.once('close', finish)
    child.once('error', finish)
  })
}

/** Windows has no process groups, and the shell ends alone. */
function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    child.kill(signal) // the whole group has ended, or there are none
  }
}
