/*
 * npm run bench -- [OPTION]… [NAME]…
 * Each benchmark runs the product beside its floor, in turn, in one run, and prints ratios. Absolute figures depend on
 * the machine and are never asserted.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { HELP, optionLines } from '../src-main/composition/command-options.ts'
import { BENCHMARKS } from './benchmarks.ts'
import { compareWithCommit, Refusal } from './compare-with-commit.ts'
import { confined, Interrupted } from './confined.ts'

const ROOT = join(import.meta.dirname, '..')

const OPTIONS = {
  compare: {
    type: 'string',
    value: 'COMMIT',
    says: 'measures each in that commit too, in turn, and prints how they do here beside there',
  },
  help: HELP,
} as const

const USAGE = `npm run bench -- [OPTION]… [NAME]…

Runs the named benchmarks, or all of them, and writes bench/results/latest.json. The last line names the rows that fall
short of their goal. The names:
  ${Object.keys(BENCHMARKS).join(', ')}

${optionLines(OPTIONS)}`

const { commit, names } = readArguments()
try {
  process.exitCode = commit === undefined ? await runHere(names) : await compare(commit, names)
} catch (fault) {
  if (!(fault instanceof Refusal || fault instanceof Interrupted)) throw fault
  console.error(fault.message)
  process.exitCode = fault.exitCode
}

/** In a process of its own, so that nothing is left behind when it is ended. */
async function runHere(wanted: readonly string[]): Promise<number> {
  const command = [process.execPath, 'bench/run-benchmarks.ts', ...wanted]
  const { code } = await confined(({ run }) => run(command, { cwd: ROOT, isShown: true }))
  return code ?? 1
}

async function compare(wanted: string, named: readonly string[]): Promise<number> {
  return (await compareWithCommit({ root: ROOT, commit: wanted, names: named })) ? 0 : 1
}

/** Ends the program where there is nothing to run. */
function readArguments(): { readonly commit: string | undefined; readonly names: readonly string[] } {
  try {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true })
    if (values.help) {
      console.log(USAGE)
      process.exit(0)
    }
    // A commit may have others.
    const isKnown = (name: string): boolean => values.compare !== undefined || Object.hasOwn(BENCHMARKS, name)
    const unknown = positionals.filter((name) => !isKnown(name))
    if (unknown.length === 0) return { commit: values.compare, names: positionals }
    console.error(`there is no benchmark ${unknown.join(', ')}\n\n${USAGE}`)
  } catch (fault) {
    console.error(`${fault instanceof Error ? fault.message : String(fault)}\n\n${USAGE}`)
  }
  process.exit(2)
}
