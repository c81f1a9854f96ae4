import type { Check, VerificationOptions } from '../../../shared/contract/presentations.ts'
import type { DescriptorEvaluation } from '../../../shared/presentation-exchange/evaluate-credential.ts'
import type { SubmissionEvaluation } from '../../../shared/presentation-exchange/evaluate-submission.ts'
import type { KnownDefinition } from './evaluation.ts'
import type { CredentialSubject } from './facts.ts'
import type { Presentation } from './presentation.ts'
import type { MapEntry } from './submission-map.ts'

export interface VerificationInput {
  readonly presentation: Presentation
  readonly options: VerificationOptions
  /** What is evaluated; undefined when there is no definition, or none is asked for. */
  readonly known: KnownDefinition | undefined
  /** Whether the definition that the submission names is stored. */
  readonly isDefinitionKnown: boolean
}

/** What the checks of a presentation found, with what they were made of. */
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
