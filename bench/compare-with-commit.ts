import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Confinement } from './confined.ts'
import { confined } from './confined.ts'
import type { Row } from './measure.ts'
import type { Pair } from './pairing.ts'
import { pairedHeading, pairedLines } from './pairing.ts'

const PAIRS = 5
const RESULTS = 'bench/results/latest.json'
/** Where a commit lists its benchmarks: now, and formerly. */
const LISTS = ['bench/benchmarks.ts', 'bench/run.ts'] as const
const LISTED = /^ {2}'?([\w-]+)'?: \(\) => import\(/gm

/** What somebody asked for cannot be done. */
export class Refusal extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

export interface Comparison {
  /** Of this checkout. */
  readonly root: string
  readonly commit: string
  /** Of benchmarks; empty: all that are here or there. */
  readonly names: readonly string[]
}

/** Which benchmarks the source of a list names. */
export function benchmarkNames(source: string): readonly string[] {
  return [...source.matchAll(LISTED)].map(([, name = '']) => name)
}

/**
 * Measures benchmarks in another commit and here in turn, each as its own `npm run bench` does, and prints what that
 * gives. All it knows of the other commit is that command, the file it writes, and the list of benchmarks.
 *
 * @returns whether every benchmark ran
 * @throws {Refusal} with exit code 2 for a commit or a name that is not there, 3 for a commit that cannot be set up
 * @throws {Interrupted}
 */
export async function compareWithCommit(comparison: Comparison): Promise<boolean> {
  const { root, commit, names } = comparison
  const hash = findCommit(comparison)
  const here = benchmarkNames(readFileSync(join(root, LISTS[0]), 'utf8'))
  const there = LISTS.flatMap((path) => benchmarkNames(git(root, 'show', `${hash}:${path}`) ?? ''))
  if (there.length === 0) throw new Refusal(`${commit} has no benchmarks`, 2)
  const known = [...new Set([...here, ...there])]
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Refusal(`there is no benchmark ${unknown.join(', ')}, neither here nor there`, 2)
  return confined(async (confinement) => {
    const checkout = join(confinement.folder, 'checkout')
    try {
      await setUp(confinement, { root, hash, checkout })
      console.log(pairedHeading(commit, PAIRS))
      let isWhole = true
      for (const name of known.filter((one) => names.length === 0 || names.includes(one))) {
        const sides = {
          there: there.includes(name) ? checkout : undefined,
          here: here.includes(name) ? root : undefined,
        }
        isWhole = (await isPrinted(confinement, name, sides)) && isWhole
      }
      return isWhole
    } finally {
      git(root, 'worktree', 'remove', '--force', checkout)
    }
  })
}

function findCommit({ root, commit }: Comparison): string {
  if (git(root, '--version') === undefined) throw new Refusal('comparing with a commit needs git', 2)
  const hash = git(root, 'rev-parse', '--verify', '--quiet', `${commit}^{commit}`)
  if (hash === undefined) throw new Refusal(`there is no commit ${commit}`, 2)
  return hash.trim()
}

/** What git answers; undefined when it refuses, or is not there. */
function git(root: string, ...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout : undefined
}

interface Checkout {
  readonly root: string
  readonly hash: string
  readonly checkout: string
}

async function setUp({ run }: Confinement, { root, hash, checkout }: Checkout): Promise<void> {
  const steps = [
    { command: ['git', 'worktree', 'add', '--detach', checkout, hash], cwd: root },
    { command: ['npm', 'ci'], cwd: checkout },
  ]
  for (const { command, cwd } of steps) {
    console.error(`${command.slice(0, 3).join(' ')} …`)
    const { code, output } = await run(command, { cwd })
    if (code !== 0) throw new Refusal(`${command.join(' ')} failed for ${hash}:\n${bothEnds(output)}`, 3)
  }
}

interface Sides {
  /** Root of the checkout that has the benchmark; undefined: it does not. */
  readonly there: string | undefined
  readonly here: string | undefined
}

/** @returns false when it failed on one side, which is told instead */
async function isPrinted(confinement: Confinement, name: string, sides: Sides): Promise<boolean> {
  try {
    const pairs = await measurePairs(confinement, name, sides)
    console.log(pairedLines(pairs).join('\n'))
    return true
  } catch (fault) {
    if (!(fault instanceof BenchmarkFailed)) throw fault
    console.log(fault.message)
    return false
  }
}

/** Without another side there is nothing to pair: one run says which rows there are. */
async function measurePairs(confinement: Confinement, name: string, { there, here }: Sides): Promise<readonly Pair[]> {
  const pairs: Pair[] = []
  const count = there === undefined || here === undefined ? 1 : PAIRS
  for (let number = 1; number <= count; number += 1) {
    console.error(`${name}, pair ${number} of ${count} …`)
    pairs.push({ there: await measure(confinement, name, there), here: await measure(confinement, name, here) })
  }
  return pairs
}

class BenchmarkFailed extends Error {}

async function measure({ run }: Confinement, name: string, root: string | undefined): Promise<readonly Row[]> {
  if (root === undefined) return []
  const { code, output } = await run(['npm', 'run', '--silent', 'bench', '--', name], { cwd: root })
  if (code !== 0) throw new BenchmarkFailed(`${name} failed in ${root}:\n${bothEnds(output)}`)
  const report = readFileSync(join(root, RESULTS), 'utf8')
  return (JSON.parse(report) as { readonly rows: readonly Row[] }).rows // written by the benchmarks of that checkout
}

const END_LINES = 10

/** npm says at the beginning what is wrong, Node at the end. */
function bothEnds(output: string): string {
  const lines = output.trimEnd().split('\n')
  if (lines.length <= 2 * END_LINES) return lines.join('\n')
  return [...lines.slice(0, END_LINES), '…', ...lines.slice(-END_LINES)].join('\n')
}
