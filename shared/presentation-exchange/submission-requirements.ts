import type { PreparedDescriptor, PreparedRequirement } from './prepare-definition.ts'
import { phrase } from '../phrase.ts'
import type { Phrase, Message } from '../phrase.ts'

export interface RequirementFault {
  readonly code: 'requirement_unsatisfied' | 'requirement_exceeded' | 'descriptor_missing'
  readonly message: Message
  /** The id of the missing descriptor. */
  readonly descriptor: string | null
}

/** The outcome of one requirement. */
export interface RequirementOutcome {
  readonly requirement: PreparedRequirement
  /** The number of descriptors in the group, or of nested requirements. */
  readonly available: number
  readonly satisfiedCount: number
  readonly satisfied: boolean
  readonly nested: readonly RequirementOutcome[]
  readonly faults: readonly RequirementFault[]
}

/**
 * Evaluates one requirement. It counts descriptors, not credentials, and a descriptor counts in each of its groups
 * (docs/contract/exchange.md, Evaluation: requirements).
 *
 * @param satisfied ids of the descriptors that count as satisfied
 */
export function requirementOutcome(
  requirement: PreparedRequirement,
  descriptors: readonly PreparedDescriptor[],
  satisfied: ReadonlySet<string>,
): RequirementOutcome {
  return requirement.from === null
    ? nestedOutcome(requirement, descriptors, satisfied)
    : groupOutcome(requirement, descriptors, satisfied)
}

function groupOutcome(
  requirement: PreparedRequirement,
  descriptors: readonly PreparedDescriptor[],
  satisfied: ReadonlySet<string>,
): RequirementOutcome {
  const { from, rule } = requirement
  const group = descriptors.filter(({ groups }) => from !== null && groups.has(from))
  const missing = group.filter(({ id }) => !satisfied.has(id))
  const counts = { available: group.length, satisfiedCount: group.length - missing.length }
  const faults =
    rule === 'pick'
      ? pickFaults(requirement, counts)
      : missing.map(({ id }) => ({
          code: 'descriptor_missing' as const,
          message: phrase`${title(requirement)} needs ${id}, and nothing answers it`,
          descriptor: id,
        }))
  return { requirement, ...counts, satisfied: faults.length === 0, nested: [], faults }
}

function nestedOutcome(
  requirement: PreparedRequirement,
  descriptors: readonly PreparedDescriptor[],
  satisfied: ReadonlySet<string>,
): RequirementOutcome {
  const nested = requirement.nested.map((inner) => requirementOutcome(inner, descriptors, satisfied))
  const counts = { available: nested.length, satisfiedCount: nested.filter((inner) => inner.satisfied).length }
  const faults = requirement.rule === 'pick' ? pickFaults(requirement, counts) : nested.flatMap((inner) => inner.faults)
  return { requirement, ...counts, satisfied: faults.length === 0, nested, faults }
}

interface Counts {
  readonly available: number
  readonly satisfiedCount: number
}

function pickFaults(requirement: PreparedRequirement, { satisfiedCount }: Counts): readonly RequirementFault[] {
  const { count, min, max } = requirement
  const least = Math.max(count ?? 0, min ?? 0)
  const most = Math.min(count ?? Infinity, max ?? Infinity)
  const fault = (code: RequirementFault['code'], needed: Phrase) => ({
    code,
    message: phrase`${title(requirement)} needs ${needed}, and ${satisfiedCount} are answered`,
    descriptor: null,
  })
  return [
    ...(satisfiedCount < least
      ? [fault('requirement_unsatisfied', count === null ? phrase`at least ${least}` : phrase`exactly ${least}`)]
      : []),
    ...(satisfiedCount > most
      ? [fault('requirement_exceeded', count === null ? phrase`at most ${most}` : phrase`exactly ${most}`)]
      : []),
  ]
}

function title({ name, from }: PreparedRequirement): string {
  return name ?? (from === null ? 'a requirement' : `the requirement for group ${from}`)
}
