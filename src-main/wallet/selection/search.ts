import type {
  PreparedDefinition,
  PreparedDescriptor,
  PreparedRequirement,
} from '../../../shared/presentation-exchange/prepare-definition.ts'
import type { Choice } from './judge-choice.ts'
import type { RankedCredential } from './useful-credentials.ts'

/** The limit for decisions of a search, which then has taken a few tenths of a second. */
const MAX_STEPS = 20_000

/**
 * Decides for each descriptor whether an already used credential, another one or none answers it. A branch is abandoned when
 * it can no longer satisfy the requirements or improve on the best choice so far (branch and bound).
 */
export function searchChoice(
  prepared: PreparedDefinition,
  credentials: readonly RankedCredential[],
  accept: (choice: Choice) => boolean,
): Choice | undefined {
  const answerable = orderedByNewest([...prepared.descriptors.values()], credentials)
  const decisions: Decisions = new Map(answerable.map(({ id }) => [id, 'open']))
  const chosen = new Map<string, string>()
  const used: RankedCredential[] = []
  let best: { readonly ranks: readonly number[]; readonly choice: Choice } | undefined
  let steps = 0

  decide(0)
  return best?.choice

  function decide(index: number): void {
    steps += 1
    if (steps > MAX_STEPS || cannotImprove() || !canBeSatisfied(prepared, decisions)) return
    const descriptor = answerable[index]
    if (descriptor === undefined) {
      keepIfAccepted()
      return
    }
    const { id } = descriptor
    for (const credential of optionsFor(id)) answerBy(credential, id, index)
    decisions.set(id, 'skipped')
    decide(index + 1)
    decisions.set(id, 'open')
  }

  function answerBy(credential: RankedCredential, id: string, index: number): void {
    const isNew = !used.includes(credential)
    if (isNew) used.push(credential)
    decisions.set(id, 'answered')
    chosen.set(id, credential.id)
    decide(index + 1)
    chosen.delete(id)
    decisions.set(id, 'open')
    if (isNew) used.pop()
  }

  /** The already used credential if one matches, else those that match most open descriptors first, then the newest. */
  function optionsFor(id: string): readonly RankedCredential[] {
    const alreadyUsed = used.find(({ answers }) => answers.has(id))
    if (alreadyUsed !== undefined) return [alreadyUsed]
    return credentials
      .filter(({ answers }) => answers.has(id))
      .map((credential) => ({ credential, gain: countOpen(credential) }))
      .sort((one, other) => other.gain - one.gain || one.credential.rank - other.credential.rank)
      .map(({ credential }) => credential)
  }

  function countOpen({ answers }: RankedCredential): number {
    let count = 0
    for (const id of answers) if (decisions.get(id) === 'open') count += 1
    return count
  }

  /** Whether the used credentials are already no better than the best choice. Further decisions can only add credentials. */
  function cannotImprove(): boolean {
    if (best === undefined || used.length < best.ranks.length) return false
    return !isBetter(ranksOf(used), best.ranks)
  }

  function keepIfAccepted(): void {
    const choice: Choice = new Map(chosen)
    if (accept(choice)) best = { ranks: ranksOf(used), choice }
  }
}

/** The descriptors with a matching credential, sorted by the newest of these. */
function orderedByNewest(
  descriptors: readonly PreparedDescriptor[],
  credentials: readonly RankedCredential[],
): readonly PreparedDescriptor[] {
  const newest = new Map<string, number>()
  for (const { rank, answers } of credentials) {
    for (const id of answers) newest.set(id, Math.min(rank, newest.get(id) ?? Infinity))
  }
  return descriptors
    .filter(({ id }) => newest.has(id))
    .sort((one, other) => (newest.get(one.id) ?? 0) - (newest.get(other.id) ?? 0))
}

function ranksOf(used: readonly RankedCredential[]): readonly number[] {
  return sortedRanks(used.map(({ rank }) => rank))
}

export function sortedRanks(ranks: readonly number[]): readonly number[] {
  return [...ranks].sort((one, other) => one - other)
}

/** Whether a choice with these sorted ranks has fewer credentials than another, or as many and newer ones. */
export function isBetter(ranks: readonly number[], others: readonly number[]): boolean {
  if (ranks.length !== others.length) return ranks.length < others.length
  const index = ranks.findIndex((rank, position) => rank !== others[position])
  return index !== -1 && (ranks[index] ?? 0) < (others[index] ?? 0)
}

type Decision = 'open' | 'answered' | 'skipped'

/** Decisions by the id of the descriptor. Descriptors without a matching credential have none. */
type Decisions = Map<string, Decision>

/** Whether some decisions on the open descriptors would satisfy a requirement, and whether all of them would. */
interface Satisfiability {
  readonly possible: boolean
  readonly certain: boolean
}

/** False only if no decisions on the open descriptors can satisfy all requirements. */
function canBeSatisfied({ descriptors, requirements }: PreparedDefinition, decisions: Decisions): boolean {
  if (requirements !== undefined) {
    const groups = groupsOf(descriptors)
    return requirements.every((requirement) => satisfiabilityOf(requirement, groups, decisions).possible)
  }
  return [...descriptors.keys()].every((id) => (decisions.get(id) ?? 'skipped') !== 'skipped')
}

type Groups = ReadonlyMap<string, readonly string[]>

const groupCache = new WeakMap<PreparedDefinition['descriptors'], Groups>()

/** The ids of descriptors by group, cached because every step of a search needs them. */
function groupsOf(descriptors: PreparedDefinition['descriptors']): Groups {
  const cached = groupCache.get(descriptors)
  if (cached !== undefined) return cached
  const groups = new Map<string, string[]>()
  for (const { id, groups: names } of descriptors.values()) {
    for (const name of names) groups.set(name, [...(groups.get(name) ?? []), id])
  }
  groupCache.set(descriptors, groups)
  return groups
}

function satisfiabilityOf(requirement: PreparedRequirement, groups: Groups, decisions: Decisions): Satisfiability {
  const { from, nested, rule, count, min, max } = requirement
  const parts =
    from === null
      ? nested.map((inner) => satisfiabilityOf(inner, groups, decisions))
      : (groups.get(from) ?? []).map((id) => satisfiabilityBy(decisions.get(id)))
  const least = parts.filter(({ certain }) => certain).length
  const most = parts.filter(({ possible }) => possible).length
  const floor = rule === 'all' ? parts.length : Math.max(count ?? 0, min ?? 0)
  const ceiling = rule === 'all' ? parts.length : Math.min(count ?? Infinity, max ?? Infinity)
  return { possible: most >= floor && least <= ceiling, certain: least >= floor && most <= ceiling }
}

function satisfiabilityBy(decision: Decision | undefined): Satisfiability {
  return { possible: decision === 'open' || decision === 'answered', certain: decision === 'answered' }
}
