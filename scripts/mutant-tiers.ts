import type { Result, Tier } from './mutant-results.ts'
import { normalSecondsOf, suspectsOf } from './mutant-results.ts'
import type { Outcome, Trial } from './mutant-sieve.ts'
import { sieve } from './mutant-sieve.ts'
import type { Ending, Limits, Tree } from './mutant-tree.ts'
import { run } from './mutant-tree.ts'
import type { Mutant } from './mutations.ts'

/** A search for faults that no test notices: where it is made, and what is known so far. */
export interface Search {
  readonly tree: Tree
  readonly results: readonly Result[]
  note(result: Result): void
  /** Notes and says what a tier said of a mutant. */
  decide(tier: Tier, mutant: Mutant, foundBy: string | undefined): void
  say(line: string): void
  /** The specs of a file, nearest first. */
  related(path: string): readonly string[]
  readonly stop: AbortSignal
}

/** The nearest notice most faults within seconds; the others are those by which `npm test` is likely to fail. */
const NEAREST = 4
const NEAR = 16

/** What they take without a fault is not known, so a time-out is looked at twice. */
const RELATED_SECONDS = 120

/** Tests that `npm test` leaves to `npm run test:full` prove nothing of it. */
const SPECS = 'npx vitest run --bail 1 --passWithNoTests "--tags-filter=!full"'

/** Vitest says so which test failed, after its project where that has a name. */
const FAILED_SPEC = /^ *FAIL +(?:\|[^|]+\| )?(.+)$/m

const COMMANDS = { test: 'npm test', full: 'npm run test:full' } as const satisfies Partial<Record<Tier, string>>

/** The gate says so that something failed, while it still runs. */
const FAILED = /\b[1-9]\d* failed\b|^FAILED /m

/** It says so how to run alone what failed, and so many of these commands are tried. */
const ALONE = /^ *alone: (.+)$/gm
const MOST_COMMANDS = 6

const MOST_SECONDS = 7_200
const LAST_LINES = 40

/** Runs the nearest specs with each mutant that they have not run with. @throws {Error} where they fail without one */
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

/** Runs a whole tier for the mutants that no tier before it found. @throws {Error} where it fails without one */
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
  search.say(`${COMMANDS[tier]} without a mutant, to know what it takes`)
  const seconds = await passWhole(search, COMMANDS[tier])
  search.note({ tier, normalSeconds: seconds })
  return seconds
}

/** A command that runs while mutants are there. */
interface Attempt extends Omit<Limits, 'stop'> {
  readonly mutants: readonly Mutant[]
  readonly command: string
}

async function outcomeOf(search: Search, attempt: Attempt): Promise<Outcome> {
  const { command, mutants } = attempt
  search.say(`${command} with ${mutants.length} ${mutants.length === 1 ? 'mutant' : 'mutants at once'}`)
  const { how, output } = await runBroken(search, mutants.length === 1 ? { ...attempt, sign: FAILED } : attempt)
  if (how === 'passed') return how
  const commands = [...output.matchAll(ALONE)].map(([, alone = '']) => alone)
  const apart = Math.ceil(commands.length / MOST_COMMANDS)
  return { what: `${command} ${how}`, commands: commands.filter((_, index) => index % apart === 0) }
}

function runBroken({ tree, stop }: Search, { mutants, command, ...limits }: Attempt): Promise<Ending> {
  return tree.broken(mutants, () => run(tree, command, { ...limits, stop }))
}

/** Nothing is broken, so nothing may fail. @returns how many seconds it took */
async function passWhole({ tree, stop }: Search, command: string): Promise<number> {
  const { how, output, seconds } = await run(tree, command, { seconds: MOST_SECONDS, stop })
  if (how === 'passed') return seconds
  throw new Error(`${command} ${how} without any mutant:\n${output.split('\n').slice(-LAST_LINES).join('\n')}`)
}
