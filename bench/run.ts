/*
 * npm run bench -- [name …]
 * Each benchmark runs the product beside its floor, in turn, in one run, and prints ratios. Absolute figures depend on
 * the machine and are never asserted.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Row } from './measure.ts'

type Benchmark = () => Promise<readonly Row[]>

const BENCHMARKS: Readonly<Record<string, () => Promise<{ readonly run: Benchmark }>>> = {
  http: () => import('./http-items.ts'),
  'in-process': () => import('./in-process.ts'),
  pages: () => import('./pages.ts'),
  srp: () => import('./srp-login.ts'),
  unlock: () => import('./unlock.ts'),
  share: () => import('./share.ts'),
  organization: () => import('./organization.ts'),
  start: () => import('./start.ts'),
  verify: () => import('./verify.ts'),
  'verify-http': () => import('./verify-http.ts'),
  evaluate: () => import('./evaluate.ts'),
  stalls: () => import('./stalls.ts'),
  'first-verification': () => import('./first-verification.ts'),
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in BENCHMARKS))
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}`)
  process.exit(2)
}

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
