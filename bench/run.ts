/*
 * npm run bench -- [NAME]…
 * Each benchmark runs the product beside its floor, in turn, in one run, and prints ratios. Absolute figures depend on
 * the machine and are never asserted.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { HELP, optionLines } from '../src-main/composition/command-options.ts'
import type { Row } from './measure.ts'

type Benchmark = () => Promise<readonly Row[]>

const BENCHMARKS: Readonly<Record<string, () => Promise<{ readonly run: Benchmark }>>> = {
  http: () => import('./http-items.ts'),
  'in-process': () => import('./in-process.ts'),
  pages: () => import('./pages.ts'),
  srp: () => import('./srp-login.ts'),
  unlock: () => import('./unlock.ts'),
  workspace: () => import('./workspace.ts'),
  share: () => import('./share.ts'),
  organization: () => import('./organization.ts'),
  start: () => import('./start.ts'),
  palette: () => import('./palette.ts'),
  verify: () => import('./verify.ts'),
  'verify-http': () => import('./verify-http.ts'),
  evaluate: () => import('./evaluate.ts'),
  stalls: () => import('./stalls.ts'),
  hostile: () => import('./hostile.ts'),
  files: () => import('./files.ts'),
  'first-verification': () => import('./first-verification.ts'),
}

const OPTIONS = { help: HELP } as const

const USAGE = `npm run bench -- [OPTION]… [NAME]…

Runs the named benchmarks, or all of them, and writes bench/results/latest.json. The names:
  ${Object.keys(BENCHMARKS).join(', ')}

${optionLines(OPTIONS)}`

const wanted = readNames()
const rows: Row[] = []
for (const [name, loadBenchmark] of Object.entries(BENCHMARKS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.error(`${name} …`)
  const { run } = await loadBenchmark()
  const made = await run()
  printTable(made)
  rows.push(...made)
}
mkdirSync('bench/results', { recursive: true })
const report = {
  at: new Date().toISOString(),
  node: process.version,
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  rows,
}
writeFileSync('bench/results/latest.json', `${JSON.stringify(report, null, 2)}\n`)

/** Ends the program where there is nothing to run. */
function readNames(): readonly string[] {
  try {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true })
    if (values.help) {
      console.log(USAGE)
      process.exit(0)
    }
    const unknown = positionals.filter((name) => !Object.hasOwn(BENCHMARKS, name))
    if (unknown.length === 0) return positionals
    console.error(`there is no benchmark ${unknown.join(', ')}\n\n${USAGE}`)
  } catch (fault) {
    console.error(`${fault instanceof Error ? fault.message : String(fault)}\n\n${USAGE}`)
  }
  process.exit(2)
}

function printTable(made: readonly Row[]): void {
  for (const row of made) {
    const range = `${row.lowestRatio.toFixed(2)} to ${row.highestRatio.toFixed(2)}`
    console.log(
      [
        row.name.padEnd(46),
        `floor ${figure(row.floorPerSecond)}/s`,
        `product ${figure(row.productPerSecond)}/s`,
        `ratio ${row.ratio.toFixed(2)} (${range})`,
        `goal ${row.goal}`,
        row.note ?? '',
      ].join('  '),
    )
  }
}

function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}
