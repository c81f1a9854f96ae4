import type { Candidate } from '../../../shared/presentation-exchange/candidate.ts'
import type { Moment } from '../../../shared/presentation-exchange/date-time.ts'
import type { Statuses } from '../../../shared/presentation-exchange/definition.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import type { ContextFinding } from '../proofs/contexts.ts'
import type { Jwt } from '../proofs/jwt.ts'
import type { ClaimConflict } from '../proofs/jwt-claims.ts'
import type { ProofOutcome } from '../proofs/proof-outcome.ts'
import type { CredentialStatus } from '../registries/credential-status.ts'
import type { SchemaOutcome } from '../registries/schema-validator.ts'
import type { TrustOutcome } from '../registries/trust-list.ts'
import type { OpenedClaims } from '../../crypto/sd-jwt/disclosures.ts'
import type { SentCredential } from './presentation.ts'

/** The facts about a proof for the checks of contexts, terms, proof and signer. */
export interface ProofFacts {
  readonly contexts: readonly ContextFinding[]
  /** Members the proof does not cover; undefined when the document could not be read. */
  readonly unsigned: readonly Location[] | undefined
  /** Members that a check would read with another meaning than the document states. */
  readonly misnamed: readonly Location[]
  /** Undefined if the contexts could not be used. */
  readonly proof: ProofOutcome | undefined
}

/** The facts about a credential. */
export interface CredentialFacts extends ProofFacts {
  readonly sent: SentCredential
  /** Undefined for a text that is no JWT with a credential. */
  readonly candidate: Candidate | undefined
  readonly jwt: Jwt | undefined
  /** The normalised form, or what linked data states; empty without a candidate. */
  readonly document: JsonObject
  readonly conflicts: readonly ClaimConflict[]
  readonly issuer: string | undefined
  readonly trust: TrustOutcome
  readonly status: CredentialStatus
  /** One for each `credentialSchema`; none for too many. */
  readonly schemas: readonly SchemaOutcome[]
  /** Set for an SD-JWT VC. */
  readonly opened?: OpenedClaims
  /** The key identifiers of the authorities that certify its issuer. */
  readonly authorities?: readonly string[]
}

/** A credential among the others of its presentation. */
export interface CredentialSubject extends CredentialFacts {
  readonly now: Moment
  /** The holder of the presentation. */
  readonly holder: string | undefined
  /** The statuses that its descriptors allow or demand. */
  readonly statuses: readonly (Statuses | undefined)[]
}
