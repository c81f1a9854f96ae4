import type { Result, Tier } from './mutant-results.ts'
import { normalSecondsOf, suspectsOf } from './mutant-results.ts'
import type { Outcome, Trial } from './mutant-sieve.ts'
import { sieve } from './mutant-sieve.ts'
import type { Ending, Limits, Tree } from './mutant-tree.ts'
import { run } from './mutant-tree.ts'
import type { Mutant } from './mutations.ts'

/** A search for mutants that no test detects: the checkout, and the results so far. */
export interface Search {
  readonly tree: Tree
  readonly results: readonly Result[]
  note(result: Result): void
  /** Records and prints a tier's verdict on a mutant. */
  decide(tier: Tier, mutant: Mutant, foundBy: string | undefined): void
  say(line: string): void
  /** The specs of a file, nearest first. */
  related(path: string): readonly string[]
  readonly stop: AbortSignal
}

/** The nearest specs detect most mutants within seconds; the near ones are the next likely. */
const NEAREST = 4
const NEAR = 16

/** The normal duration of these specs is unknown, so a time-out is verified by a run without the mutant. */
const RELATED_SECONDS = 120

/** Excludes tests that run only in `npm run test:full`. */
const SPECS = 'npx vitest run --bail 1 --passWithNoTests "--tags-filter=!full"'

/** Matches Vitest's line for a failed test, which may begin with the name of a project. */
const FAILED_SPEC = /^ *FAIL +(?:\|[^|]+\| )?(.+)$/m

const COMMANDS = { test: 'npm test', full: 'npm run test:full' } as const satisfies Partial<Record<Tier, string>>

/** Matches the gate's first report of a failure, while it still runs. */
const FAILED = /\b[1-9]\d* failed\b|^FAILED /m

/** Matches the gate's commands for running failed tests alone. */
const RERUN_COMMAND = /^ *alone: (.+)$/gm
const MAX_COMMANDS = 6

const MAX_SECONDS = 7_200
const LAST_LINES = 40

/** Runs the nearest specs with each untested mutant. @throws {Error} if they fail without a mutant */
export async function tryRelated(search: Search, mutants: readonly Mutant[]): Promise<void> {
  const suspects = suspectsOf(mutants, 'related', search.results)
  const some = suspects.map(({ path }) => search.related(path).slice(0, NEAREST)).find((specs) => specs.length > 0)
  if (some !== undefined) await passWhole(search, specsCommand(some))
  for (const mutant of suspects) search.decide('related', mutant, await foundByRelated(search, mutant))
}

async function foundByRelated(search: Search, mutant: Mutant): Promise<string | undefined> {
  const specs = search.related(mutant.path)
  for (const some of [specs.slice(0, NEAREST), specs.slice(NEAREST, NEAR)]) {
    if (some.length === 0) continue
    const command = specsCommand(some)
    const { how, output } = await runBroken(search, { mutants: [mutant], command, seconds: RELATED_SECONDS })
    if (how === 'failed') return FAILED_SPEC.exec(output)?.[1] ?? command
    if (how === 'timed out' && (await passWhole(search, command)) < RELATED_SECONDS / 2) return `${command} ${how}`
  }
  return undefined
}

const specsCommand = (specs: readonly string[]): string => `${SPECS} ${specs.join(' ')}`

/** Runs a whole tier for the mutants that no earlier tier found. @throws {Error} if it fails without a mutant */
export async function tryTier(search: Search, tier: keyof typeof COMMANDS, mutants: readonly Mutant[]): Promise<void> {
  const suspects = suspectsOf(mutants, tier, search.results)
  if (suspects.length === 0) return
  const command = COMMANDS[tier]
  const seconds = 2 * (await normalSeconds(search, tier))
  const trial: Trial<Mutant> = {
    together: (some) => outcomeOf(search, { mutants: some, command, seconds }),
    async alone(mutant, commands) {
      for (const one of commands) {
        const { how } = await runBroken(search, { mutants: [mutant], command: one, seconds })
        if (how !== 'passed') return one
      }
      return undefined
    },
  }
  await sieve(suspects, trial, (mutant, foundBy) => {
    search.decide(tier, mutant, foundBy)
  })
}

async function normalSeconds(search: Search, tier: keyof typeof COMMANDS): Promise<number> {
  const known = normalSecondsOf(tier, search.results)
  if (known !== undefined) return known
  search.say(`${COMMANDS[tier]} without a mutant, to measure its duration`)
  const seconds = await passWhole(search, COMMANDS[tier])
  search.note({ tier, normalSeconds: seconds })
  return seconds
}

/** A command to run with mutants in place. */
interface Attempt extends Omit<Limits, 'stop'> {
  readonly mutants: readonly Mutant[]
  readonly command: string
}

async function outcomeOf(search: Search, attempt: Attempt): Promise<Outcome> {
  const { command, mutants } = attempt
  search.say(`${command} with ${mutants.length} ${mutants.length === 1 ? 'mutant' : 'mutants at once'}`)
  const { how, output } = await runBroken(search, mutants.length === 1 ? { ...attempt, sign: FAILED } : attempt)
  if (how === 'passed') return how
  const commands = [...output.matchAll(RERUN_COMMAND)].map(([, rerun = '']) => rerun)
  const apart = Math.ceil(commands.length / MAX_COMMANDS)
  return { what: `${command} ${how}`, commands: commands.filter((_, index) => index % apart === 0) }
}

function runBroken({ tree, stop }: Search, { mutants, command, ...limits }: Attempt): Promise<Ending> {
  return tree.broken(mutants, () => run(tree, command, { ...limits, stop }))
}

/** Runs a command without mutants. @returns its duration in seconds. @throws {Error} if it fails */
async function passWhole({ tree, stop }: Search, command: string): Promise<number> {
  const { how, output, seconds } = await run(tree, command, { seconds: MAX_SECONDS, stop })
  if (how === 'passed') return seconds
  throw new Error(`${command} ${how} without any mutant:\n${output.split('\n').slice(-LAST_LINES).join('\n')}`)
}
