/*
 * npm run mutants -- [OPTION]…
 * Breaks one line of the product at a time and looks which tier of tests notices.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { CommandOption } from '../src-main/composition/command-options.ts'
import { HELP, optionLines } from '../src-main/composition/command-options.ts'
import type { Result } from './mutant-results.ts'
import { GOAL, readResults, summaryOf, TIERS, titleOf } from './mutant-results.ts'
import type { Search } from './mutant-tiers.ts'
import { tryRelated, tryTier } from './mutant-tiers.ts'
import type { Tree } from './mutant-tree.ts'
import { makeTree } from './mutant-tree.ts'
import type { Mutant } from './mutations.ts'
import { drawMutants, mutantsIn } from './mutations.ts'
import type { Sources } from './related-specs.ts'
import { importersIn, relatedSpecs } from './related-specs.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CACHE = join(ROOT, 'node_modules/.cache/vaultbench/mutants')
const PRODUCT = /^(?:shared|src-main|src-renderer)\/(?!.*(?:\.spec\.ts|\.d\.ts|\/testing\/))/

const OPTIONS = {
  seed: {
    type: 'string',
    default: '1',
    value: 'N',
    help: 'which mutants; the same seed chooses the same ones of a commit',
  },
  count: { type: 'string', default: '40', value: 'N', help: 'how many' },
  commit: {
    type: 'string',
    default: 'HEAD',
    value: 'COMMIT',
    help: 'of what; changes that are not committed are left out',
  },
  at: { type: 'string', value: 'PLACE', help: 'every mutant of this line (FILE:LINE) instead, also if tried before' },
  tiers: { type: 'string', default: TIERS.join(','), value: 'LIST', help: 'only these tiers' },
  'test-seconds': { type: 'string', value: 'N', help: 'what npm test takes; without it that is measured first' },
  'full-seconds': { type: 'string', value: 'N', help: 'what npm run test:full takes, likewise' },
  help: HELP,
} as const satisfies Readonly<Record<string, CommandOption>>

const USAGE = `npm run mutants -- [OPTION]…

Shows whether tests notice faults: it breaks one line of the product at a time, in a checkout of its own, and runs the
specs nearest to it, then npm test, then npm run test:full, until something fails or takes twice its time. What the
nearest specs do not find goes through npm test together, and one by one only through the tests that fail then. What
comes of it is kept in node_modules/.cache/vaultbench/mutants, and the same command goes on where it was stopped.

${optionLines(OPTIONS)}`

const count = z.coerce.number().int().min(1)
const Options = z.object({
  seed: count,
  count,
  commit: z.string(),
  at: z
    .string()
    .regex(/^\S+:\d+$/)
    .optional(),
  tiers: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(z.enum(TIERS))),
  'test-seconds': count.optional(),
  'full-seconds': count.optional(),
  help: z.boolean(),
})
type Options = z.infer<typeof Options>

const options = readOptions()
if (options?.help === true) process.stdout.write(`${USAGE}\n`)
else if (options !== undefined) {
  try {
    await main(options)
  } catch (fault) {
    process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`)
    process.exitCode = 1
  }
}

function readOptions(): Options | undefined {
  try {
    return Options.parse(parseArgs({ options: OPTIONS }).values)
  } catch (fault) {
    const message = fault instanceof z.ZodError ? z.prettifyError(fault) : String(fault)
    process.stderr.write(`${message}\n\n${USAGE}\n`)
    process.exitCode = 2
    return undefined
  }
}

async function main(options: Options): Promise<void> {
  const commit = git('rev-parse', '--verify', `${options.commit}^{commit}`)
  const name = `${commit.slice(0, 8)}-${options.at?.replace(/\W+/g, '-') ?? `seed-${options.seed}`}`
  const tree = makeTree(ROOT, commit, `vaultbench-mutants-${name}`)
  try {
    const sources = sourcesOf(tree)
    const mutants = chosen(options, sources)
    const search = openSearch(tree, sources, resultsFile(name, options))
    noteSeconds(search, options)
    // Faults of one line are in one file, which takes one of them at a time.
    for (const some of options.at === undefined ? [mutants] : mutants.map((mutant) => [mutant])) {
      await tryAll(search, options.tiers, some)
    }
    report(mutants, search.results, sources)
  } finally {
    tree.remove()
  }
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}

/** The sources of everything that Vitest runs. */
function sourcesOf(tree: Tree): Sources {
  const pattern = '{shared,src-main,src-renderer,scripts,tests}/**/*.{ts,vue}'
  const found = globSync(pattern, { cwd: tree.path, exclude: ['tests/journeys/**'] })
  const paths = found.map((path) => path.replaceAll(sep, '/'))
  return new Map(paths.toSorted().map((path) => [path, readFileSync(join(tree.path, path), 'utf8')]))
}

/** @throws {Error} where there is none */
function chosen({ at, seed, count }: Options, sources: Sources): readonly Mutant[] {
  if (at === undefined) return drawMutants(new Map([...sources].filter(([path]) => PRODUCT.test(path))), seed, count)
  const [path = '', line] = at.split(':')
  const mutants = mutantsIn(path, sources.get(path) ?? '').filter((mutant) => mutant.line === Number(line))
  if (mutants.length === 0) throw new Error(`there is nothing to break at ${at}`)
  return mutants
}

function resultsFile(name: string, { at }: Options): string {
  mkdirSync(CACHE, { recursive: true })
  const file = join(CACHE, `${name}.jsonl`)
  if (at !== undefined) rmSync(file, { force: true })
  return file
}

function noteSeconds(search: Search, options: Options): void {
  for (const tier of ['test', 'full'] as const) {
    const normalSeconds = options[`${tier}-seconds`]
    if (normalSeconds !== undefined) search.note({ tier, normalSeconds })
  }
}

function openSearch(tree: Tree, sources: Sources, file: string): Search {
  const results: Result[] = existsSync(file) ? [...readResults(readFileSync(file, 'utf8'))] : []
  writeFileSync(file, results.map(lineOf).join('')) // without what was cut off
  const importers = importersIn(sources)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      stop.abort(new Error(`stopped by ${signal}; the same command goes on from here`))
    })
  }
  const note = (result: Result): void => {
    results.push(result)
    appendFileSync(file, lineOf(result))
  }
  const say = (line: string): void => void process.stdout.write(`${new Date().toTimeString().slice(0, 8)} ${line}\n`)
  return {
    tree,
    results,
    note,
    say,
    decide(tier, mutant, foundBy): void {
      const isFound = foundBy !== undefined
      note(isFound ? { tier, mutant, foundBy } : { tier, mutant })
      say(isFound ? `${tier}: found ${titleOf(mutant)} by ${foundBy}` : `${tier}: not found ${titleOf(mutant)}`)
    },
    related: (path) => relatedSpecs(path, importers),
    stop: stop.signal,
  }
}

function lineOf(result: Result): string {
  return `${JSON.stringify(result)}\n`
}

async function tryAll(search: Search, tiers: Options['tiers'], mutants: readonly Mutant[]): Promise<void> {
  if (tiers.includes('related')) await tryRelated(search, mutants)
  for (const tier of ['test', 'full'] as const) if (tiers.includes(tier)) await tryTier(search, tier, mutants)
}

/** Fails where `npm test` finds less than it should. */
function report(mutants: readonly Mutant[], results: readonly Result[], sources: Sources): void {
  const sourceOf = ({ path, line }: Mutant): string => sources.get(path)?.split('\n')[line - 1] ?? ''
  const { lines, quickShare = 1 } = summaryOf(mutants, results, sourceOf)
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = quickShare < GOAL ? 1 : 0
}
