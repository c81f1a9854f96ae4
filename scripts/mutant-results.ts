import type { Mutant } from './mutations.ts'

/** Tiers that search for a fault, in this order. */
export const TIERS = ['related', 'test', 'full'] as const
export type Tier = (typeof TIERS)[number]

/** A line of the file of results: what came of one mutant in one tier, or how long a tier takes without any. */
export type Result = Verdict | { readonly tier: Tier; readonly normalSeconds: number }

export interface Verdict {
  readonly tier: Tier
  readonly mutant: Mutant
  /** The test or command that failed, or that it took too long; undefined where the tier passed. */
  readonly foundBy?: string
}

/** Reads results as they were written, one object on each line; a last line that was cut off is left out. */
export function readResults(text: string): readonly Result[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  return whole.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Result])) // we wrote it
}

export function normalSecondsOf(tier: Tier, results: readonly Result[]): number | undefined {
  return results.flatMap((one) => ('normalSeconds' in one && one.tier === tier ? [one.normalSeconds] : [])).at(-1)
}

/** A tier's verdict on a mutant, if it has run. */
export function verdictOf(mutant: Mutant, tier: Tier, results: readonly Result[]): Verdict | undefined {
  return results
    .flatMap((one) => ('mutant' in one && one.tier === tier && isSame(one.mutant, mutant) ? [one] : []))
    .at(-1)
}

/** The mutants that no tier before found, and with which this one has not run. */
export function suspectsOf(mutants: readonly Mutant[], tier: Tier, results: readonly Result[]): readonly Mutant[] {
  const before = TIERS.slice(0, TIERS.indexOf(tier))
  return mutants.filter(
    (mutant) =>
      verdictOf(mutant, tier, results) === undefined &&
      before.every((one) => verdictOf(mutant, one, results)?.foundBy === undefined),
  )
}

export interface Summary {
  readonly lines: readonly string[]
  /** The part that `npm test` finds of what any tier finds, from 0 to 1; undefined where nothing was found. */
  readonly quickShare: number | undefined
}

/** The part that `npm test` should find of what any tier finds. */
export const GOAL = 0.9

/** @param lineOf the line of the source that a mutant changes */
export function summaryOf(
  mutants: readonly Mutant[],
  results: readonly Result[],
  lineOf: (mutant: Mutant) => string,
): Summary {
  const finder = (mutant: Mutant): Tier | undefined =>
    TIERS.find((tier) => verdictOf(mutant, tier, results)?.foundBy !== undefined)
  const count = (tier: Tier): number => mutants.filter((mutant) => finder(mutant) === tier).length
  const unfound = mutants.filter((mutant) => finder(mutant) === undefined)
  const survivors = unfound.filter((mutant) => verdictOf(mutant, 'full', results) !== undefined)
  const quick = count('related') + count('test')
  const all = quick + count('full')
  return {
    quickShare: all === 0 ? undefined : quick / all,
    lines: [
      `mutants: ${mutants.length}; found by related specs: ${count('related')}, by npm test: ${count('test')}, ` +
        `by npm run test:full: ${count('full')}; survived: ${survivors.length}, not decided: ${unfound.length - survivors.length}`,
      ...(all === 0
        ? []
        : [
            `npm test finds ${quick} of ${all} that any tier finds, ${Math.floor((quick / all) * 100)} % (goal ${GOAL * 100} %)`,
          ]),
      ...unfound.flatMap((mutant) => [
        `${survivors.includes(mutant) ? 'survived' : 'not decided'}: ${titleOf(mutant)}`,
        `  in ${lineOf(mutant).trim()}`,
        `  alone: npm run mutants -- --at ${mutant.path}:${mutant.line}`,
      ]),
    ],
  }
}

export function titleOf({ path, line, before, after }: Mutant): string {
  return `${path}:${line} ${before} → ${after}`
}

function isSame(one: Mutant, other: Mutant): boolean {
  return one.path === other.path && one.start === other.start && one.end === other.end && one.after === other.after
}
