import type { Candidate } from './candidate.ts'
import type { DescriptorEvaluation } from './evaluate-credential.ts'
import type { PreparedDefinition, PreparedDescriptor } from './prepare-definition.ts'
import { presentFields, subjectsOfField } from './relation-steps.ts'
import { requirementOutcome } from './submission-requirements.ts'
import type { RequirementFault, RequirementOutcome } from './submission-requirements.ts'
import { phrase } from '../phrase.ts'

/** The answer to one descriptor: at most one credential (docs/contract/exchange.md, Evaluation: requirements). */
export interface Answer {
  readonly candidate: Candidate
  readonly evaluation: DescriptorEvaluation
  /** Whether the mapping, the evaluation and every check of the credential hold. */
  readonly satisfied: boolean
}

export interface SubmissionEvaluation {
  /** Whether the demands of the definition are met. */
  readonly satisfied: boolean
  readonly requirements: readonly RequirementOutcome[]
  /**
   * What is wrong with the submission itself: something is missing, or too much. What was submitted and does not hold is
   * reported where it fails, not here again.
   */
  readonly faults: readonly RequirementFault[]
  readonly sameSubject: readonly SameSubjectOutcome[]
}

/** Whether the fields of one `same_subject` belong to one subject. */
export interface SameSubjectOutcome {
  readonly directive: 'required' | 'preferred'
  readonly holds: boolean
  readonly subjects: readonly (string | null)[]
}

/**
 * Decides the demands over all descriptors.
 *
 * @param answers by descriptor id
 * @param unreadable descriptors that were answered with what is no credential: not satisfied, and not missing either
 */
export function evaluateSubmission(
  prepared: PreparedDefinition,
  answers: ReadonlyMap<string, Answer>,
  unreadable: readonly string[] = [],
): SubmissionEvaluation {
  const sameSubject = sameSubjectOutcomes(prepared, answers)
  const descriptors = [...prepared.descriptors.values()]
  const satisfied = new Set([...answers].filter(([, answer]) => answer.satisfied).map(([id]) => id))
  const submitted = new Set([...answers.keys(), ...unreadable])
  const { requirements } = prepared
  if (requirements === undefined) {
    const missing = descriptors.filter(({ id }) => !submitted.has(id))
    return {
      satisfied: descriptors.every(({ id }) => satisfied.has(id)),
      requirements: [],
      faults: missing.map(({ id }) => ({
        code: 'descriptor_missing',
        message: phrase`nothing answers ${id}`,
        descriptor: id,
      })),
      sameSubject,
    }
  }
  const outcomes = requirements.map((requirement) => requirementOutcome(requirement, descriptors, satisfied))
  return {
    satisfied: outcomes.every((outcome) => outcome.satisfied),
    requirements: outcomes,
    faults: requirements.flatMap((requirement) => requirementOutcome(requirement, descriptors, submitted).faults),
    sameSubject,
  }
}

function sameSubjectOutcomes(
  { descriptors }: PreparedDefinition,
  answers: ReadonlyMap<string, Answer>,
): readonly SameSubjectOutcome[] {
  return [...descriptors.values()].flatMap((descriptor) => {
    if (!answers.has(descriptor.id)) return []
    return relationsOf(descriptor).map(({ field_id, directive }) => {
      const subjects = [...answers.values()].flatMap(({ candidate, evaluation }) =>
        presentFields(evaluation.fields, field_id).flatMap((field) =>
          subjectsOfField(field, candidate).map((subject) => subject ?? null),
        ),
      )
      const [first] = subjects
      const holds = subjects.every((subject) => subject !== null && subject === first)
      return { directive, holds, subjects }
    })
  })
}

function relationsOf({ constraints }: PreparedDescriptor) {
  return constraints.same_subject ?? []
}
