import { ServiceError } from '../../../shared/contract/errors.ts'
import type { Check, VerificationOptions } from '../../../shared/contract/presentations.ts'
import type { DescriptorEvaluation } from '../../../shared/presentation-exchange/evaluate-credential.ts'
import type { SubmissionEvaluation } from '../../../shared/presentation-exchange/evaluate-submission.ts'
import { known } from './evaluation.ts'
import type { Known } from './evaluation.ts'
import type { CredentialSubject } from './facts.ts'
import { definitionIdOf } from './presentation.ts'
import type { Token } from './presentation.ts'
import type { MapEntry } from './submission-map.ts'

export interface VerificationInput {
  readonly token: Token
  readonly options: VerificationOptions
  /** The definition or DCQL query to evaluate; undefined when there is none, or none is asked for. */
  readonly known: Known | undefined
  /** Whether the definition that the submission names is stored. */
  readonly isDefinitionKnown: boolean
}

/** Finds the definition with an id. */
export type FindKnown = (id: string) => Known | undefined

/**
 * Finds what is evaluated: the definition or query that the caller demands, else the definition that the submission names.
 *
 * @throws {ServiceError} `not_found` for an unknown `options.definition_id`: the caller said it, not the wallet
 */
export function withDefinition(
  { token, options }: Pick<VerificationInput, 'token' | 'options'>,
  findKnown: FindKnown,
): VerificationInput {
  const { definition_id: demanded, dcql_query, evaluate } = options
  const demandedOne = dcql_query !== undefined ? known({ dcql_query }) : demanded && findKnown(demanded)
  if (demanded !== undefined && demandedOne === undefined) {
    const message = 'There is no presentation definition with the id in `/options/definition_id`.'
    throw new ServiceError('not_found', message, { extraInfo: { parameter: '/options/definition_id' } })
  }
  if (evaluate === 'none') return { token, options, known: undefined, isDefinitionKnown: false }
  const answered = definitionIdOf(token)
  const answeredOne = answered === undefined ? undefined : findKnown(answered)
  return {
    token,
    options,
    known: demandedOne || answeredOne,
    isDefinitionKnown: answeredOne !== undefined,
  }
}

/** The results of the checks of a presentation, with their subjects. */
export interface CheckedPresentation {
  readonly input: VerificationInput
  /** The checks of the presentation and of its submission. */
  readonly checks: readonly Check[]
  readonly credentials: readonly CheckedSubject[]
  readonly descriptors: readonly CheckedDescriptor[]
  readonly evaluation: SubmissionEvaluation | undefined
}

export interface CheckedSubject {
  readonly subject: CredentialSubject
  readonly checks: readonly Check[]
  readonly usedFor: readonly string[]
}

export interface CheckedDescriptor {
  readonly id: string
  readonly entry: MapEntry | undefined
  readonly credential: CheckedSubject | undefined
  readonly evaluation: DescriptorEvaluation | undefined
  readonly checks: readonly Check[]
  readonly satisfied: boolean
}
