import { ServiceError } from '../../../shared/contract/errors.ts'
import type { Check, VerificationOptions } from '../../../shared/contract/presentations.ts'
import type { DescriptorEvaluation } from '../../../shared/presentation-exchange/evaluate-credential.ts'
import type { SubmissionEvaluation } from '../../../shared/presentation-exchange/evaluate-submission.ts'
import type { KnownDefinition } from './evaluation.ts'
import type { CredentialSubject } from './facts.ts'
import { definitionIdOf } from './presentation.ts'
import type { Presentation } from './presentation.ts'
import type { MapEntry } from './submission-map.ts'

export interface VerificationInput {
  readonly presentation: Presentation
  readonly options: VerificationOptions
  /** The definition to evaluate; undefined when there is none, or none is asked for. */
  readonly known: KnownDefinition | undefined
  /** Whether the definition that the submission names is stored. */
  readonly isDefinitionKnown: boolean
}

/** Finds the definition with an id. */
export type FindKnown = (id: string) => KnownDefinition | undefined

/**
 * Finds what is evaluated: the definition that the caller demands, else the one that the submission names.
 *
 * @throws {ServiceError} `not_found` for an unknown `options.definition_id`: the caller said it, not the wallet
 */
export function withDefinition(
  { presentation, options }: Pick<VerificationInput, 'presentation' | 'options'>,
  findKnown: FindKnown,
): VerificationInput {
  const { definition_id: demanded, evaluate } = options
  const demandedOne = demanded === undefined ? undefined : findKnown(demanded)
  if (demanded !== undefined && demandedOne === undefined) {
    const message = 'There is no presentation definition with the id in `/options/definition_id`.'
    throw new ServiceError('not_found', message, { extraInfo: { parameter: '/options/definition_id' } })
  }
  if (evaluate === 'none') return { presentation, options, known: undefined, isDefinitionKnown: false }
  const answered = definitionIdOf(presentation)
  const answeredOne = answered === undefined ? undefined : findKnown(answered)
  return { presentation, options, known: demandedOne ?? answeredOne, isDefinitionKnown: answeredOne !== undefined }
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
