import type { AnsweredRequirement } from '../../../shared/contract/presentations.ts'

export interface RequirementRow extends Omit<AnsweredRequirement, 'nested'> {
  /** 0 for one of the definition itself. */
  readonly depth: number
}

/** Requirements in the order of the definition, each followed by its nested ones. */
export function requirementRows(requirements: readonly AnsweredRequirement[], depth = 0): readonly RequirementRow[] {
  return requirements.flatMap(({ nested, ...one }) => [
    { ...one, depth },
    // Nested ones are requirements too, which the published schema cannot express.
    ...requirementRows(nested as unknown as readonly AnsweredRequirement[], depth + 1),
  ])
}
