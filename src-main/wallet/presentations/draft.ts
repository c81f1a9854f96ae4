import type { Profile } from '../../../shared/contract/workbench-wallet.ts'
import type { DeepLink } from '../../../shared/presentation-exchange/deep-link.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { Choice } from '../selection/judge-choice.ts'

/** A presentation before it is signed: everything the signature will cover, as plain data. */
export interface PresentationDraft {
  readonly profile: Profile
  readonly context: readonly string[]
  readonly type: readonly string[]
  /** Undefined if the presentation does not state it. */
  readonly holder: string | undefined
  /** The date is also `iat` and `nbf` of a JWT; ISO 8601 UTC. */
  readonly issuanceDate: string
  /** The credentials as they are held, each once, in the order of the descriptors. */
  readonly credentials: readonly unknown[]
  /** Undefined if none is sent. */
  readonly submission: JsonObject | undefined
  readonly proof: ProofDraft
}

export interface ProofDraft {
  readonly proofPurpose: 'authentication' | 'assertionMethod'
  /** ISO 8601 UTC. */
  readonly created: string
  /** The one of the holder's key when undefined. */
  readonly verificationMethod?: string | undefined
  /** `nonce` of a JWT. */
  readonly challenge: string | undefined
  /** `aud` of a JWT. */
  readonly domain: string | undefined
  /** When a linked data proof expires; ISO 8601 UTC. */
  readonly expires?: string | undefined
}

type BoundLink = Pick<DeepLink, 'destination' | 'nonce' | 'client_id'>

/** The parts of a presentation. */
interface PresentationInput {
  readonly profile: Profile
  readonly holder: string
  readonly now: string
  /** New, `urn:uuid:…` */
  readonly submissionId: string
  readonly definitionId: string
  /** The credentials by id, as they are held. */
  readonly credentials: ReadonlyMap<string, unknown>
  /** The choice is in the order of the descriptors. */
  readonly choice: Choice
  /** The address to post to, and the nonce and client id if the link has them. */
  readonly answers: BoundLink
}

const CREDENTIALS_V1 = 'https://www.w3.org/2018/credentials/v1'
const SUBMISSION_V1 = 'https://identity.foundation/presentation-exchange/submission/v1'
const PRESENTATION_V1 = 'https://contexts.vaultbench.example/presentation/v1'

/** The presentation of a profile (docs/contract/exchange.md, Profiles). */
export function draftPresentation(order: PresentationInput): PresentationDraft {
  const { profile, holder, now, credentials, choice } = order
  const ids = [...new Set(choice.values())]
  return {
    profile,
    ...termsOf(profile),
    holder,
    issuanceDate: now,
    credentials: ids.map((id) => credentials.get(id)),
    submission: submissionOf(order, ids),
    proof: proofOf(order),
  }
}

/** Plain has what every wallet knows; a JWT carries its submission beside it and needs no terms for it. */
function termsOf(profile: Profile): Pick<PresentationDraft, 'context' | 'type'> {
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

function formatOf(credential: unknown): 'jwt_vc' | 'ldp_vc' {
  return typeof credential === 'string' ? 'jwt_vc' : 'ldp_vc'
}

function proofOf({ profile, now, answers }: PresentationInput): ProofDraft {
  if (profile === 'plain') {
    return { proofPurpose: 'assertionMethod', created: now, challenge: undefined, domain: undefined }
  }
  return { proofPurpose: 'authentication', created: now, ...bindingOf(answers) }
}

/**
 * What ties a presentation to one request: what its link says. Where the link says nothing, the request id, which is
 * the last segment but one of the path of the destination, and the origin.
 */
export function bindingOf({ destination, nonce, client_id }: BoundLink): Pick<ProofDraft, 'challenge' | 'domain'> {
  const { origin, pathname } = new URL(destination)
  const segments = pathname.split('/').filter((segment) => segment !== '')
  return { challenge: nonce ?? segments.at(-2), domain: client_id ?? origin }
}
