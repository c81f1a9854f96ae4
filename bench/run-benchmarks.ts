/*
 * node bench/run-benchmarks.ts [NAME]…
 * Measures in this process, which run.ts starts; without a name all of them. Writes bench/results/latest.json.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { BENCHMARKS } from './benchmarks.ts'
import { verdict } from './goals.ts'
import type { Row } from './measure.ts'
import { refuseLoggedErrors } from './program-log.ts'

const wanted = process.argv.slice(2)
const rows: Row[] = []
for (const [name, loadBenchmark] of Object.entries(BENCHMARKS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.error(`${name} …`)
  const { run } = await loadBenchmark()
  const made = await run()
  refuseLoggedErrors(name)
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
console.log(verdict(rows))

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
