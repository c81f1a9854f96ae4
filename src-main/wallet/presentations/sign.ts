import type { Profile } from '../../../shared/contract/workbench-wallet.ts'
import type { PresentationFormat } from '../../../shared/presentation-exchange/format-step.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { SigningAlgorithm, SigningKeyKind } from '../../crypto/signing-key.ts'
import { didKeyMethodOf } from '../../crypto/signing-key.ts'
import { signJwt } from '../signing/jwt-signer.ts'
import { LINKED_DATA_PROOF, signLinkedData } from '../signing/linked-data-signer.ts'
import type { FindContext } from '../signing/linked-data-signer.ts'
import type { OpenHolderKey } from '../store/holder-keys.ts'
import type { PresentationDraft } from './draft.ts'

export interface SignedPresentation {
  /** The object, or the compact JWT. */
  readonly presentation: JsonObject | string
  /** The submission to send beside a JWT. A linked data presentation contains its submission. */
  readonly submissionBeside: JsonObject | undefined
}

export const ALGORITHMS: Readonly<Record<SigningKeyKind, SigningAlgorithm>> = {
  Ed25519: 'EdDSA',
  'P-256': 'ES256',
  'P-384': 'ES384',
  secp256k1: 'ES256K',
  RSA: 'RS256',
}

/** Whether a key can sign a profile. Linked data proofs are made with Ed25519 only. */
export function canSign(
  { algorithm }: Pick<OpenHolderKey, 'algorithm'>,
  { profile }: Pick<PresentationDraft, 'profile'>,
) {
  return profile === 'jwt' || algorithm === 'Ed25519'
}

/** The format and algorithm of a profile, as `format` of a definition lists them. */
export function signatureOf(
  profile: Profile,
  { key }: Pick<OpenHolderKey, 'key'>,
): { readonly format: PresentationFormat; readonly algorithms: readonly string[] } {
  return profile === 'jwt'
    ? { format: 'jwt_vp', algorithms: [ALGORITHMS[key.kind]] }
    : { format: 'ldp_vp', algorithms: [LINKED_DATA_PROOF] }
}

/** The unsigned document of a draft. */
export function documentOf(draft: PresentationDraft): JsonObject {
  const { context, type, holder, issuanceDate, credentials, submission } = draft
  return {
    '@context': context,
    type,
    ...(holder !== undefined && { holder }),
    issuanceDate,
    verifiableCredential: credentials,
    ...(submission !== undefined && { presentation_submission: submission }),
  }
}

interface PresentationSigning {
  readonly contexts: FindContext
  readonly header?: JsonObject | undefined
  readonly claims?: ((claims: JsonObject) => JsonObject) | undefined
}

/**
 * Signs a draft.
 *
 * @param header replaces the protected header of a proof, or members of a JWT header
 * @param claims changes the claims of a JWT
 * @throws if a context is unknown, or the key cannot sign the profile (see {@link canSign})
 */
export async function signPresentation(
  draft: PresentationDraft,
  { key }: Pick<OpenHolderKey, 'key'>,
  { contexts, header, claims }: PresentationSigning,
): Promise<SignedPresentation> {
  if (draft.profile === 'jwt') return signAsJwt(draft, key, { header, claims })
  const { proof } = draft
  const signing = { ...proof, key, verificationMethod: proof.verificationMethod ?? didKeyMethodOf(key) }
  const document = documentOf(draft)
  const presentation = await signLinkedData(document, { ...signing, ...(header && { header }) }, contexts)
  return { presentation, submissionBeside: undefined }
}

function signAsJwt(
  draft: PresentationDraft,
  key: OpenHolderKey['key'],
  { header = {}, claims = (payload) => payload }: Omit<PresentationSigning, 'contexts'>,
): SignedPresentation {
  const { holder, issuanceDate, proof, context, type, credentials, submission } = draft
  const payload = {
    ...(holder !== undefined && { iss: holder }),
    nbf: secondsOf(issuanceDate),
    iat: secondsOf(proof.created),
    ...(proof.domain !== undefined && { aud: proof.domain }),
    ...(proof.challenge !== undefined && { nonce: proof.challenge }),
    vp: { '@context': context, type, verifiableCredential: credentials },
  }
  const kid = proof.verificationMethod ?? didKeyMethodOf(key)
  return {
    presentation: signJwt(claims(payload), { key, algorithm: ALGORITHMS[key.kind], kid, header }),
    submissionBeside: submission,
  }
}

function secondsOf(time: string): number {
  return Math.floor(Date.parse(time) / 1000)
}

/** The body to post (docs/contract/exchange.md, Wallet endpoints). */
export function bodyOf({ presentation, submissionBeside }: SignedPresentation): unknown {
  if (typeof presentation !== 'string') return presentation
  return submissionBeside === undefined ? presentation : { presentation, presentation_submission: submissionBeside }
}
