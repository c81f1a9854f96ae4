import { evaluateSubmission } from '../../../shared/presentation-exchange/evaluate-submission.ts'
import type { Answer, SubmissionEvaluation } from '../../../shared/presentation-exchange/evaluate-submission.ts'
import type { PreparedDefinition } from '../../../shared/presentation-exchange/prepare-definition.ts'
import type { DescriptorCandidates, TriedCredential } from './try-held.ts'

/** Id of the credential that answers a descriptor, by descriptor; those that are not answered are not in it. */
export type Choice = ReadonlyMap<string, string>

/** The evaluation of a choice. */
interface JudgedChoice {
  /** True if every requirement is satisfied, including those for the same subject. */
  readonly satisfied: boolean
  readonly evaluation: SubmissionEvaluation
}

/** Evaluates a choice as the exchange will evaluate the submission; entries that do not fit count for nothing. */
export function judgeChoice(
  prepared: PreparedDefinition,
  candidates: readonly DescriptorCandidates[],
  choice: Choice,
): JudgedChoice {
  const answers = new Map<string, Answer>()
  for (const { descriptor, fitting } of candidates) {
    const chosen = chosenOf(fitting, choice.get(descriptor.id))
    if (chosen === undefined) continue
    const { credential, evaluation } = chosen
    answers.set(descriptor.id, { candidate: credential.candidate, evaluation, satisfied: true })
  }
  const evaluation = evaluateSubmission(prepared, answers)
  const isOneSubject = evaluation.sameSubject.every(({ directive, holds }) => directive === 'preferred' || holds)
  return { satisfied: evaluation.satisfied && isOneSubject, evaluation }
}

export function chosenOf(fitting: readonly TriedCredential[], id: string | undefined): TriedCredential | undefined {
  return id === undefined ? undefined : fitting.find(({ credential }) => credential.id === id)
}
