/*
 * npm run bench -- [OPTION]… [NAME]…
 * Each benchmark runs the product beside its floor, in turn, in one run, and prints ratios. Absolute figures depend on
 * the machine and are never asserted.
 */
import { join } from 'node:path'
import { compareWithCommit, Refusal } from './compare-with-commit.ts'
import { confined, Interrupted } from './confined.ts'
import { writeReport } from './report/write-report.ts'
import { readOptions, USAGE } from './run-options.ts'
import type { RunOptions } from './run-options.ts'

const ROOT = join(import.meta.dirname, '..')

const options = optionsOrEnd()
try {
  process.exitCode = await runAs(options)
} catch (fault) {
  if (!(fault instanceof Refusal || fault instanceof Interrupted)) throw fault
  console.error(fault.message)
  process.exitCode = fault.exitCode
}

async function runAs({ compare, report, ...wanted }: RunOptions): Promise<number> {
  if (compare !== undefined) {
    return (await compareWithCommit({ root: ROOT, commit: compare, names: wanted.names })) ? 0 : 1
  }
  const code = report && !wanted.record ? 0 : await measureHere(wanted)
  if (report) writeReport(ROOT)
  return code
}

/** In a process of its own, so that nothing is left behind when it is ended. */
async function measureHere({
  names,
  rounds,
  record,
}: Pick<RunOptions, 'names' | 'rounds' | 'record'>): Promise<number> {
  const passedOn = [...(rounds === undefined ? [] : ['--rounds', rounds]), ...(record ? ['--record'] : []), ...names]
  const command = [process.execPath, 'bench/run-benchmarks.ts', ...passedOn]
  const { code } = await confined(({ run }) => run(command, { cwd: ROOT, isShown: true }))
  return code ?? 1
}

/** Ends the program where there is nothing to run. */
function optionsOrEnd(): RunOptions {
  try {
    const wanted = readOptions(process.argv.slice(2))
    if (!wanted.help) return wanted
    console.log(USAGE)
    process.exit(0)
  } catch (fault) {
    console.error(`${fault instanceof Error ? fault.message : String(fault)}\n\n${USAGE}`)
    process.exit(2)
  }
}
