import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { Row } from './measure.ts'

/** Where measured rows are kept that docs/performance.md shows. */
export const RECORDED = 'bench/recorded.json'

export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly memoryGiB: number
  /** As Node names it: linux x64. */
  readonly system: string
  readonly node: string
}

/** One run of one benchmark. */
export interface Run {
  readonly at: string
  /** What was measured, as {@link checkedOutCommit} says it. */
  readonly commit: string
  readonly machine: Machine
  /** How long it took. */
  readonly seconds: number
  readonly rows: readonly Row[]
}

/** The last recorded run of each benchmark, by its name. */
export type Recorded = Readonly<Record<string, Run>>

export function readRecorded(path = RECORDED): Recorded {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Recorded) : {} // written by record
}

/** Puts runs in the place of earlier ones of the same benchmarks; what is not a benchmark any more goes. */
export function record(runs: Recorded, names: readonly string[], path = RECORDED): void {
  const all = { ...readRecorded(path), ...runs }
  const kept = Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])))
  writeFileSync(path, `${JSON.stringify(kept, null, 2)}\n`)
}

export function thisMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    node: process.version,
  }
}

/** What a recording itself changes is not measured. */
const RECORDINGS = [RECORDED, 'docs/performance.md', 'docs/performance-growth.svg'].map((path) => `:!${path}`)

/** Of the checkout at `root`; `+ changes` behind it when files differ that git knows. Empty without git. */
export function checkedOutCommit(root = '.'): string {
  const hash = git(root, 'rev-parse', '--short=8', 'HEAD')
  const changes = git(root, 'status', '--porcelain', '--untracked-files=no', '--', '.', ...RECORDINGS)
  return changes === '' ? hash : `${hash} + changes`
}

/** What git answers; empty when it refuses, or is not there. */
function git(cwd: string, ...args: readonly string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}
