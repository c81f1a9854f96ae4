import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { FindContext } from '../signing/linked-data-signer.ts'
import type { OpenHolderKey } from '../store/holder-keys.ts'
import type { PresentationDraft } from './draft.ts'
import { bodyOf, signPresentation } from './sign.ts'
import type { SignedPresentation } from './sign.ts'

/** An HTTP request body with its media type. */
export interface Post {
  readonly url: string
  readonly contentType: string
  readonly body: string
}

/** A deliberate fault, in which each member changes what an honest wallet would do. */
export interface DeliberateFault {
  /** Changes the draft before it is signed. */
  readonly draft?: ((draft: PresentationDraft) => PresentationDraft) | undefined
  /** Another header, over which the signature is valid. */
  readonly header?: JsonObject | undefined
  /** Changes the claims of a JWT before it is signed. */
  readonly claims?: ((claims: JsonObject) => JsonObject) | undefined
  /** Adds contexts that the signer knows. */
  readonly contexts?: ((contexts: FindContext) => FindContext) | undefined
  /** Changes the presentation after signing. */
  readonly signed?: ((signed: SignedPresentation) => SignedPresentation) | undefined
  readonly post?: ((post: Post) => Post) | undefined
  /** Changes the fields of an OpenID4VP answer. */
  readonly form?: ((fields: AnswerFields) => AnswerFields) | undefined
  /** Another nonce than the one of the OpenID4VP request. */
  readonly nonce?: string | undefined
}

/** The fields of an OpenID4VP answer by name. */
export type AnswerFields = Readonly<Record<string, string>>

export const FORM_TYPE = 'application/x-www-form-urlencoded'

const MAX_KEPT_CHARACTERS = 1024 * 1024

/** The body for the record of a run: parsed JSON or form fields; null if it is too long or neither. */
export function recordedBody({ body, contentType }: Post): unknown {
  if (body.length > MAX_KEPT_CHARACTERS) return null
  if (contentType === FORM_TYPE) return Object.fromEntries(new URLSearchParams(body))
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** Signs a presentation, with what is done wrong on purpose but for `fault.draft`. */
export async function signWith(
  draft: PresentationDraft,
  { key, contexts }: { readonly key: OpenHolderKey; readonly contexts: FindContext },
  fault: DeliberateFault = {},
): Promise<SignedPresentation> {
  const { header, claims } = fault
  const known = fault.contexts?.(contexts) ?? contexts
  const honest = await signPresentation(draft, key, { contexts: known, header, claims })
  return fault.signed?.(honest) ?? honest
}

/** Signs a presentation and makes the request that sends it to a deep link. */
export async function preparePost(
  draft: PresentationDraft,
  { url, ...signing }: { readonly key: OpenHolderKey; readonly url: string; readonly contexts: FindContext },
  fault: DeliberateFault = {},
): Promise<Post> {
  const signed = await signWith(fault.draft?.(draft) ?? draft, signing, fault)
  const post = { url, contentType: 'application/json', body: JSON.stringify(bodyOf(signed)) }
  return fault.post?.(post) ?? post
}
