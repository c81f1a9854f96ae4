import type { Moment } from '../../../shared/presentation-exchange/date-time.ts'
import type { JsonLd } from '../proofs/json-ld.ts'
import type { ContextRegistry } from '../registries/context-registry.ts'
import type { StatusContext } from '../registries/credential-status.ts'
import type { DidRegistry } from '../registries/registry.ts'
import type { SchemaOutcome, ValidateCredential } from '../registries/schema-validator.ts'
import type { TrustEntry } from '../registries/trust-list.ts'
import type { EvaluateApart } from './evaluation.ts'

/** What a verification looks things up in, and when it takes place. */
export interface VerificationContext extends StatusContext {
  readonly contexts: ContextRegistry
  readonly jsonLd: JsonLd
  readonly dids: DidRegistry
  readonly validate: (...order: Parameters<ValidateCredential>) => SchemaOutcome | Promise<SchemaOutcome>
  readonly trust: readonly TrustEntry[]
  readonly now: Moment
  readonly evaluateApart: EvaluateApart
  readonly allowInlineContexts: boolean
}
