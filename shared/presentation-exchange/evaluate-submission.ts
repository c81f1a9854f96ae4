import type { Candidate } from './candidate.ts'
import type { DescriptorEvaluation } from './evaluate-credential.ts'
import type { PreparedDefinition, PreparedDescriptor } from './prepare-definition.ts'
import { presentFields, subjectsOfField } from './relation-steps.ts'
import { requirementOutcome } from './submission-requirements.ts'
import type { RequirementFault, RequirementOutcome } from './submission-requirements.ts'
import { phrase } from '../phrase.ts'

/** The credential that answers one descriptor (docs/contract/exchange.md, Evaluation: requirements). */
export interface Answer {
  readonly candidate: Candidate
  readonly evaluation: DescriptorEvaluation
  /** Whether the mapping, the evaluation and all checks of the credential passed. */
  readonly satisfied: boolean
}

export interface SubmissionEvaluation {
  /** Whether the submission satisfies the definition. */
  readonly satisfied: boolean
  readonly requirements: readonly RequirementOutcome[]
  /** Missing or surplus answers. An answer that fails its checks is reported there and not here. */
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
 * Evaluates what a definition demands across its descriptors.
 *
 * @param answers by descriptor id
 * @param unreadable ids of descriptors whose answer is not a credential: they are neither satisfied nor missing
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
