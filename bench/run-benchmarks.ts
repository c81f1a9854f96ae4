/*
 * node bench/run-benchmarks.ts [--rounds N] [--record] [NAME]…
 * Measures in this process, which run.ts starts; without a name all of them. Writes bench/results/latest.json, and with
 * --record also bench/recorded.json. A benchmark that fails is told and the next one runs. Ends with 1 when one failed, with
 * 3 when one was left out because it lacks something.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { shortenCollections } from '../src-main/composition/heap-growth.ts'
import { BENCHMARKS } from './benchmarks.ts'
import { verdict } from './goals.ts'
import type { Row } from './measure.ts'
import { limitRounds, secondsSince } from './measure.ts'
import { OthersMissing } from './others.ts'
import { forgetLoggedErrors, refuseLoggedErrors } from './program-log.ts'
import type { Run } from './results.ts'
import { checkedOutCommit, record, thisMachine } from './results.ts'

const { values, positionals: wanted } = parseArgs({
  options: { rounds: { type: 'string' }, record: { type: 'boolean' } },
  allowPositionals: true,
})
if (values.rounds !== undefined) limitRounds(Number(values.rounds))
shortenCollections() // as the programs do
const from = { commit: checkedOutCommit(), machine: thisMachine() }
const runs: Record<string, Run> = {}
const failed: string[] = []
const leftOut: string[] = []
for (const [name, loadBenchmark] of Object.entries(BENCHMARKS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.error(`${name} …`)
  const at = new Date().toISOString()
  const start = process.hrtime.bigint()
  const rows = await measured(name, loadBenchmark).catch((fault: unknown) => leaveOut(name, fault))
  if (rows === undefined) continue
  printTable(rows)
  runs[name] = { at, ...from, seconds: Math.round(secondsSince(start)), rows }
  // At once: a benchmark that fails later does not take the others with it.
  if (values.record) record(runs, Object.keys(BENCHMARKS))
}
mkdirSync('bench/results', { recursive: true })
const rows = Object.values(runs).flatMap((run) => run.rows)
const report = {
  at: new Date().toISOString(),
  node: from.machine.node,
  cpu: from.machine.cpu,
  cores: from.machine.cores,
  rows,
}
writeFileSync('bench/results/latest.json', `${JSON.stringify(report, null, 2)}\n`)
console.log(verdict(rows))
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`)
// What failed may have left something running.
process.exit(failed.length > 0 ? 1 : leftOut.length > 0 ? 3 : 0)

async function measured(name: string, loadBenchmark: (typeof BENCHMARKS)[string]): Promise<readonly Row[]> {
  const { run } = await loadBenchmark()
  const rows = await run()
  refuseLoggedErrors(name)
  return rows
}

function leaveOut(name: string, fault: unknown): undefined {
  if (fault instanceof OthersMissing) {
    console.error(fault.message)
    leftOut.push(name)
    return
  }
  console.error(fault)
  failed.push(name)
  forgetLoggedErrors() // they are not the next one's
}

function printTable(made: readonly Row[]): void {
  for (const row of made) {
    const range = `${row.lowestRatio.toFixed(2)} to ${row.highestRatio.toFixed(2)}`
    const unit = row.unit === undefined ? '/s' : ` ${row.unit}`
    console.log(
      [
        row.name.padEnd(46),
        `floor ${figure(row.floorPerSecond)}${unit}`,
        `product ${figure(row.productPerSecond)}${unit}`,
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
