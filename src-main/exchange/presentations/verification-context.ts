import type { Moment } from '../../../shared/presentation-exchange/date-time.ts'
import type { JsonLd } from '../proofs/json-ld.ts'
import type { ContextRegistry } from '../registries/context-registry.ts'
import type { SchemaContext } from '../registries/credential-schemas.ts'
import type { StatusContext } from '../registries/credential-status.ts'
import type { DidRegistry, IssuerMetadataRegistry, TrustAnchorRegistry } from '../registries/registry.ts'
import type { TrustEntry } from '../registries/trust-list.ts'
import type { EvaluateOnWorker } from './evaluation.ts'

/** The registries and the time of a verification. */
export interface VerificationContext extends StatusContext, SchemaContext {
  readonly contexts: ContextRegistry
  readonly jsonLd: JsonLd
  readonly dids: DidRegistry
  readonly issuerMetadata: IssuerMetadataRegistry
  readonly trustAnchors: TrustAnchorRegistry
  readonly trust: readonly TrustEntry[]
  readonly now: Moment
  readonly evaluateOnWorker: EvaluateOnWorker
  readonly allowInlineContexts: boolean
}
