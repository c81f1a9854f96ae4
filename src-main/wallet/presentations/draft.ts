import type { Profile } from '../../../shared/contract/workbench-wallet.ts'
import type { DeepLink } from '../../../shared/presentation-exchange/deep-link.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { Choice } from '../selection/judge-choice.ts'

export interface PresentationDraft {
  readonly profile: Profile
  readonly context: readonly string[]
  readonly type: readonly string[]
  /** Undefined if the presentation has no holder. */
  readonly holder: string | undefined
  /** ISO 8601 UTC; `nbf` of a JWT. */
  readonly issuanceDate: string
  /** The credentials as received, each once, in the order of the descriptors. */
  readonly credentials: readonly unknown[]
  /** Undefined if none is sent. */
  readonly submission: JsonObject | undefined
  readonly proof: ProofDraft
}

export interface ProofDraft {
  readonly proofPurpose: 'authentication' | 'assertionMethod'
  /** ISO 8601 UTC; `iat` of a JWT. */
  readonly created: string
  /** The method of the holder key by default. */
  readonly verificationMethod?: string | undefined
  /** `nonce` of a JWT. */
  readonly challenge: string | undefined
  /** `aud` of a JWT. */
  readonly domain: string | undefined
  /** When a linked data proof expires; ISO 8601 UTC. */
  readonly expires?: string | undefined
}

type BoundLink = Pick<DeepLink, 'destination' | 'nonce' | 'client_id'>

interface PresentationInput {
  readonly profile: Profile
  readonly holder: string
  readonly now: string
  /** `urn:uuid:…` */
  readonly submissionId: string
  readonly definitionId: string
  /** The credentials as received, by id. */
  readonly credentials: ReadonlyMap<string, unknown>
  /** The chosen credentials in the order of the descriptors. */
  readonly choice: Choice
  /** The link that the presentation answers. */
  readonly link: BoundLink
}

const CREDENTIALS_V1 = 'https://www.w3.org/2018/credentials/v1'
const SUBMISSION_V1 = 'https://identity.foundation/presentation-exchange/submission/v1'
const PRESENTATION_V1 = 'https://contexts.vaultbench.example/presentation/v1'

/** Drafts the presentation of a profile (docs/contract/exchange.md, Profiles). */
export function draftPresentation(input: PresentationInput): PresentationDraft {
  const { profile, holder, now, credentials, choice } = input
  const ids = [...new Set(choice.values())]
  return {
    profile,
    ...contextAndTypeOf(profile),
    holder,
    issuanceDate: now,
    credentials: ids.map((id) => credentials.get(id)),
    submission: submissionOf(input, ids),
    proof: proofOf(input),
  }
}

/** The contexts and types of a profile. Only the bound profile has the submission within the presentation. */
function contextAndTypeOf(profile: Profile): Pick<PresentationDraft, 'context' | 'type'> {
  if (profile !== 'bound') return { context: [CREDENTIALS_V1], type: ['VerifiablePresentation'] }
  return {
    context: [CREDENTIALS_V1, SUBMISSION_V1, PRESENTATION_V1],
    type: ['VerifiablePresentation', 'PresentationSubmission', 'VaultbenchPresentation'],
  }
}

function submissionOf(
  { submissionId, definitionId, choice, credentials }: PresentationInput,
  ids: readonly string[],
): JsonObject {
  const descriptor_map = [...choice].map(([id, credential]) => ({
    id,
    path: `$.verifiableCredential[${ids.indexOf(credential)}]`,
    format: formatOf(credentials.get(credential)),
  }))
  return { id: submissionId, definition_id: definitionId, descriptor_map }
}

export function formatOf(credential: unknown): 'jwt_vc' | 'ldp_vc' {
  return typeof credential === 'string' ? 'jwt_vc' : 'ldp_vc'
}

function proofOf({ profile, now, link }: PresentationInput): ProofDraft {
  if (profile === 'plain') {
    return { proofPurpose: 'assertionMethod', created: now, challenge: undefined, domain: undefined }
  }
  return { proofPurpose: 'authentication', created: now, ...bindingOf(link) }
}

/**
 * The challenge and domain that bind a presentation to one request: those of the link, else the request id, which is the
 * second to last segment of the destination path, and the origin.
 */
export function bindingOf({ destination, nonce, client_id }: BoundLink): Pick<ProofDraft, 'challenge' | 'domain'> {
  const { origin, pathname } = new URL(destination)
  const segments = pathname.split('/').filter((segment) => segment !== '')
  return { challenge: nonce ?? segments.at(-2), domain: client_id ?? origin }
}
