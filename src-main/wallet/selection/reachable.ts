import type {
  PreparedDefinition,
  PreparedRequirement,
} from '../../../shared/presentation-exchange/prepare-definition.ts'

/** By descriptor id; a descriptor that nothing answers is not in it. */
export type Decisions = Map<string, 'open' | 'answered' | 'left'>

/** Whether a requirement can still be satisfied, and whether it is, however the open descriptors are decided. */
interface Reach {
  readonly possible: boolean
  readonly certain: boolean
}

/** Whether some way to decide what is open satisfies all requirements; may say yes too often, never no. */
export function canBeSatisfied({ descriptors, requirements }: PreparedDefinition, decisions: Decisions): boolean {
  if (requirements !== undefined) {
    const groups = groupsOf(descriptors)
    return requirements.every((requirement) => reachOf(requirement, groups, decisions).possible)
  }
  return [...descriptors.keys()].every((id) => (decisions.get(id) ?? 'left') !== 'left')
}

type Groups = ReadonlyMap<string, readonly string[]>

const heldGroups = new WeakMap<PreparedDefinition['descriptors'], Groups>()

/** The same for every step of a search, so it is made once. */
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
