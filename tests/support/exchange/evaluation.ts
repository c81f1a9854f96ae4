import type { Candidate } from '../../../shared/presentation-exchange/candidate.ts'
import { checkDefinition } from '../../../shared/presentation-exchange/check-definition.ts'
import { evaluateCredential } from '../../../shared/presentation-exchange/evaluate-credential.ts'
import type {
  DescriptorEvaluation,
  EvaluationContext,
} from '../../../shared/presentation-exchange/evaluate-credential.ts'
import { evaluateSubmission } from '../../../shared/presentation-exchange/evaluate-submission.ts'
import type { Answer, SubmissionEvaluation } from '../../../shared/presentation-exchange/evaluate-submission.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { prepareDefinition } from '../../../shared/presentation-exchange/prepare-definition.ts'
import type {
  PreparedDefinition,
  PreparedDescriptor,
} from '../../../shared/presentation-exchange/prepare-definition.ts'
import { aDefinition } from './definitions.ts'

/** Prepares a definition that must be without faults. */
export function prepared(definition: JsonObject): PreparedDefinition {
  const { faults } = checkDefinition(definition)
  if (faults.length > 0) throw new Error(`the definition has faults: ${JSON.stringify(faults)}`)
  return prepareDefinition(definition)
}

export function preparedDescriptor(descriptor: JsonObject, members: JsonObject = {}): PreparedDescriptor {
  const [first] = prepared(aDefinition({ ...members, input_descriptors: [descriptor] })).descriptors.values()
  if (first === undefined) throw new Error('the definition has no descriptor')
  return first
}

/** One credential for the only descriptor of a definition. */
export function evaluate(
  descriptor: JsonObject,
  candidate: Candidate,
  context: EvaluationContext = {},
): DescriptorEvaluation {
  return evaluateCredential(preparedDescriptor(descriptor), candidate, context)
}

/** Codes of the checks that failed or warn; the result is in front of a warning. */
export function findings({ checks }: Pick<DescriptorEvaluation, 'checks'>): readonly string[] {
  return checks.flatMap(({ check, result, code }) =>
    result === 'pass' ? [] : [`${result === 'fail' ? '' : `${result} `}${check.replace('descriptor.', '')} ${code}`],
  )
}

/** A submission in which each descriptor of `answers` has the credential beside it. */
export function submit(
  definition: JsonObject,
  answers: readonly (readonly [string, Candidate])[],
): SubmissionEvaluation {
  const ready = prepared(definition)
  return evaluateSubmission(
    ready,
    new Map(
      answers.flatMap(([id, candidate]): (readonly [string, Answer])[] => {
        const descriptor = ready.descriptors.get(id)
        if (descriptor === undefined) return []
        const evaluation = evaluateCredential(descriptor, candidate)
        return [[id, { candidate, evaluation, satisfied: evaluation.holds }]]
      }),
    ),
  )
}
