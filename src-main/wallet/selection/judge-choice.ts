import { evaluateSubmission } from '../../../shared/presentation-exchange/evaluate-submission.ts'
import type { Answer, SubmissionEvaluation } from '../../../shared/presentation-exchange/evaluate-submission.ts'
import type { PreparedDefinition } from '../../../shared/presentation-exchange/prepare-definition.ts'
import type { DescriptorCandidates, TriedCredential } from './try-held.ts'

/** The ids of the credentials that answer descriptors, by the id of the descriptor. */
export type Choice = ReadonlyMap<string, string>

/** The evaluation of a choice. */
interface EvaluatedChoice {
  /** Whether all requirements are satisfied, including `same_subject`. */
  readonly satisfied: boolean
  readonly evaluation: SubmissionEvaluation
}

/** Evaluates a choice as the exchange will. Credentials that do not match their descriptor are ignored. */
export function evaluateChoice(
  prepared: PreparedDefinition,
  candidates: readonly DescriptorCandidates[],
  choice: Choice,
): EvaluatedChoice {
  const answers = new Map<string, Answer>()
  for (const { descriptor, matching } of candidates) {
    const chosen = findTried(matching, choice.get(descriptor.id))
    if (chosen === undefined) continue
    const { credential, evaluation } = chosen
    answers.set(descriptor.id, { candidate: credential.candidate, evaluation, satisfied: true })
  }
  const evaluation = evaluateSubmission(prepared, answers)
  const isOneSubject = evaluation.sameSubject.every(({ directive, holds }) => directive === 'preferred' || holds)
  return { satisfied: evaluation.satisfied && isOneSubject, evaluation }
}

export function findTried(matching: readonly TriedCredential[], id: string | undefined): TriedCredential | undefined {
  return id === undefined ? undefined : matching.find(({ credential }) => credential.id === id)
}
