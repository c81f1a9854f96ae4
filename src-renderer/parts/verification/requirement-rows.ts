import type { AnsweredRequirement } from '../../../shared/contract/presentations.ts'

export interface RequirementRow extends Omit<AnsweredRequirement, 'nested'> {
  /** 0 for one of the definition itself. */
  readonly depth: number
}

/** Requirements in the order of the definition, what they are made of below each. */
export function requirementRows(requirements: readonly AnsweredRequirement[], depth = 0): readonly RequirementRow[] {
  return requirements.flatMap(({ nested, ...one }) => [
    { ...one, depth },
    // Nested ones are requirements again, which the published schema cannot say.
    ...requirementRows(nested as unknown as readonly AnsweredRequirement[], depth + 1),
  ])
}
