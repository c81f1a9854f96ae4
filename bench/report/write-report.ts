import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRecorded, RECORDED } from '../results.ts'
import type { Recorded } from '../results.ts'
import { growthChart } from './growth-chart.ts'
import { performancePage } from './performance-page.ts'

/** What the report consists of, by path from the root of the project. */
export function reportOf(recorded: Recorded): Readonly<Record<string, string>> {
  return {
    'docs/performance.md': performancePage(recorded),
    'docs/performance-growth.svg': growthChart(recorded['lists']?.rows ?? []),
  }
}

/** Writes the report of what is recorded into the project at `root`. */
export function writeReport(root: string): void {
  for (const [path, text] of Object.entries(reportOf(readRecorded(join(root, RECORDED))))) {
    writeFileSync(join(root, path), text)
    console.log(path)
  }
}
