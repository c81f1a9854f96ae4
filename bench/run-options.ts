import { parseArgs } from 'node:util'
import { HELP, optionLines } from '../src-main/composition/command-options.ts'
import { BENCHMARKS } from './benchmarks.ts'

const OPTIONS = {
  compare: {
    type: 'string',
    value: 'COMMIT',
    help: 'measures each in that commit too, in turn, and prints how they do here beside there',
  },
  record: {
    type: 'boolean',
    default: false,
    help: 'keeps what is measured in bench/recorded.json, with the machine, the date and the commit',
  },
  report: {
    type: 'boolean',
    default: false,
    help: 'writes docs/performance.md and its picture of what is recorded; without --record it measures nothing',
  },
  rounds: { type: 'string', value: 'N', help: 'measures no row more than N times' },
  help: HELP,
} as const

export const USAGE = `npm run bench -- [OPTION]… [NAME]…

Runs the named benchmarks, or all of them, and writes bench/results/latest.json. The last line names the rows that fall
short of their goal. One that fails is told, and the next one runs. It ends with 1 when one failed, and with 3 when what is
measured beside the product is not there. The names:
  ${Object.keys(BENCHMARKS).join(', ')}

${optionLines(OPTIONS)}`

const MOST_ROUNDS = 100

/** What somebody asked for. */
export interface RunOptions {
  readonly compare?: string | undefined
  readonly record: boolean
  readonly report: boolean
  readonly rounds?: string | undefined
  readonly help: boolean
  /** Of benchmarks; empty: all. */
  readonly names: readonly string[]
}

/** @throws {Error} with a sentence about what cannot be followed */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv = process.env): RunOptions {
  const { values, positionals: names } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  const options = { ...values, names }
  if (options.help) return options
  const fault = options.compare === undefined ? faultHere(options, environment) : faultBesideCommit(options)
  if (fault !== undefined) throw new Error(fault)
  return options
}

/** A commit may have other benchmarks. */
function faultBesideCommit({ record, report, rounds }: RunOptions): string | undefined {
  return record || report || rounds !== undefined ? '--compare goes with no other option' : undefined
}

function faultHere({ record, report, rounds, names }: RunOptions, environment: NodeJS.ProcessEnv): string | undefined {
  const unknown = names.filter((name) => !Object.hasOwn(BENCHMARKS, name))
  if (unknown.length > 0) return `there is no benchmark ${unknown.join(', ')}`
  if (rounds !== undefined && !isCount(rounds)) return `--rounds must be a number from 1 to ${MOST_ROUNDS}`
  if (record) return faultOfSizes(environment)
  const measures = names.length > 0 || rounds !== undefined
  return report && measures ? '--report measures nothing: add --record' : undefined
}

function isCount(text: string): boolean {
  return /^[1-9]\d*$/.test(text) && Number(text) <= MOST_ROUNDS
}

/** Variables by which somebody who changes a benchmark makes it smaller. */
function faultOfSizes(environment: NodeJS.ProcessEnv): string | undefined {
  const sizes = Object.keys(environment).filter((name) => name.startsWith('BENCH_'))
  return sizes.length === 0 ? undefined : `--record needs the usual sizes: unset ${sizes.join(', ')}`
}
