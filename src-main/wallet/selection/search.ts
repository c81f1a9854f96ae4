import type {
  PreparedDefinition,
  PreparedDescriptor,
  PreparedRequirement,
} from '../../../shared/presentation-exchange/prepare-definition.ts'
import type { Choice } from './judge-choice.ts'
import type { Usable } from './useful-credentials.ts'

/** Decisions to try before the search gives up, which takes some tenths of a second. */
const MAX_STEPS = 20_000

/**
 * Goes through the descriptors and decides for each how it is answered: by a credential that is used already, by another
 * one, or not at all. Whatever cannot satisfy the requirements any more, or takes more credentials than the best choice so
 * far, is left (branch and bound).
 */
export function searchChoice(
  prepared: PreparedDefinition,
  credentials: readonly Usable[],
  accept: (choice: Choice) => boolean,
): Choice | undefined {
  const answerable = byNewest([...prepared.descriptors.values()], credentials)
  const decisions: Decisions = new Map(answerable.map(({ id }) => [id, 'open']))
  const chosen = new Map<string, string>()
  const used: Usable[] = []
  let best: { readonly ranks: readonly number[]; readonly choice: Choice } | undefined
  let steps = 0

  decide(0)
  return best?.choice

  function decide(index: number): void {
    steps += 1
    if (steps > MAX_STEPS || isWorse() || !canBeSatisfied(prepared, decisions)) return
    const descriptor = answerable[index]
    if (descriptor === undefined) {
      keepIfBetter()
      return
    }
    const { id } = descriptor
    for (const credential of optionsFor(id)) answerBy(credential, id, index)
    decisions.set(id, 'left')
    decide(index + 1)
    decisions.set(id, 'open')
  }

  function answerBy(credential: Usable, id: string, index: number): void {
    const isNew = !used.includes(credential)
    if (isNew) used.push(credential)
    decisions.set(id, 'answered')
    chosen.set(id, credential.id)
    decide(index + 1)
    chosen.delete(id)
    decisions.set(id, 'open')
    if (isNew) used.pop()
  }

  /** Credentials already in use first; then those that match most open descriptors, then the newest. */
  function optionsFor(id: string): readonly Usable[] {
    const free = used.find(({ answers }) => answers.has(id))
    if (free !== undefined) return [free]
    return credentials
      .filter(({ answers }) => answers.has(id))
      .map((credential) => ({ credential, gain: openAnswers(credential) }))
      .sort((one, other) => other.gain - one.gain || one.credential.rank - other.credential.rank)
      .map(({ credential }) => credential)
  }

  function openAnswers({ answers }: Usable): number {
    let count = 0
    for (const id of answers) if (decisions.get(id) === 'open') count += 1
    return count
  }

  /** More credentials than the best choice, or as many and not newer: deciding on adds none or more. */
  function isWorse(): boolean {
    if (best === undefined || used.length < best.ranks.length) return false
    return !isBetter(ranksOf(used), best.ranks)
  }

  function keepIfBetter(): void {
    const choice: Choice = new Map(chosen)
    if (accept(choice)) best = { ranks: ranksOf(used), choice }
  }
}

/** Descriptors that something answers; those first whose newest answer is newest. */
function byNewest(
  descriptors: readonly PreparedDescriptor[],
  credentials: readonly Usable[],
): readonly PreparedDescriptor[] {
  const newest = new Map<string, number>()
  for (const { rank, answers } of credentials) {
    for (const id of answers) newest.set(id, Math.min(rank, newest.get(id) ?? Infinity))
  }
  return descriptors
    .filter(({ id }) => newest.has(id))
    .sort((one, other) => (newest.get(one.id) ?? 0) - (newest.get(other.id) ?? 0))
}

function ranksOf(used: readonly Usable[]): readonly number[] {
  return sortedRanks(used.map(({ rank }) => rank))
}

/** Newest first. */
export function sortedRanks(ranks: readonly number[]): readonly number[] {
  return [...ranks].sort((one, other) => one - other)
}

/** Whether a choice of credentials with these ranks is better: fewer, or as many and newer. */
export function isBetter(ranks: readonly number[], than: readonly number[]): boolean {
  return ranks.length === than.length ? isNewer(ranks, than) : ranks.length < than.length
}

/** Whether, of equally many, the first that differs is newer. */
function isNewer(ranks: readonly number[], than: readonly number[]): boolean {
  const index = ranks.findIndex((rank, place) => rank !== than[place])
  return index !== -1 && (ranks[index] ?? 0) < (than[index] ?? 0)
}

/** Decisions by descriptor id; a descriptor that nothing answers is not in it. */
type Decisions = Map<string, 'open' | 'answered' | 'left'>

/** Whether a requirement can still be satisfied, and whether it is, however the open descriptors are decided. */
interface Reach {
  readonly possible: boolean
  readonly certain: boolean
}

/** Whether some way to decide what is open satisfies all requirements; may say yes too often, never no. */
function canBeSatisfied({ descriptors, requirements }: PreparedDefinition, decisions: Decisions): boolean {
  if (requirements !== undefined) {
    const groups = groupsOf(descriptors)
    return requirements.every((requirement) => reachOf(requirement, groups, decisions).possible)
  }
  return [...descriptors.keys()].every((id) => (decisions.get(id) ?? 'left') !== 'left')
}

type Groups = ReadonlyMap<string, readonly string[]>

const heldGroups = new WeakMap<PreparedDefinition['descriptors'], Groups>()

/** Made once, because it is the same for every step of a search. */
function groupsOf(descriptors: PreparedDefinition['descriptors']): Groups {
  const held = heldGroups.get(descriptors)
  if (held !== undefined) return held
  const groups = new Map<string, string[]>()
  for (const { id, groups: names } of descriptors.values()) {
    for (const name of names) groups.set(name, [...(groups.get(name) ?? []), id])
  }
  heldGroups.set(descriptors, groups)
  return groups
}

function reachOf(requirement: PreparedRequirement, groups: Groups, decisions: Decisions): Reach {
  const { from, nested } = requirement
  const parts =
    from === null
      ? nested.map((inner) => reachOf(inner, groups, decisions))
      : (groups.get(from) ?? []).map((id) => reachOfDescriptor(decisions.get(id)))
  const least = parts.filter(({ certain }) => certain).length
  const most = parts.filter(({ possible }) => possible).length
  return withinBounds(requirement, { least, most, all: parts.length })
}

function reachOfDescriptor(decision: 'open' | 'answered' | 'left' | undefined): Reach {
  return { possible: decision === 'open' || decision === 'answered', certain: decision === 'answered' }
}

interface Counts {
  readonly least: number
  readonly most: number
  readonly all: number
}

function withinBounds({ rule, count, min, max }: PreparedRequirement, { least, most, all }: Counts): Reach {
  const floor = rule === 'all' ? all : Math.max(count ?? 0, min ?? 0)
  const ceiling = rule === 'all' ? all : Math.min(count ?? Infinity, max ?? Infinity)
  return { possible: most >= floor && least <= ceiling, certain: least >= floor && most <= ceiling }
}
