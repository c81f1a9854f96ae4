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

/** A signed presentation with the submission to post beside it. */
export interface SignedPresentation {
  /** The object, or the compact JWT. */
  readonly presentation: JsonObject | string
  /** The submission beside a JWT; a linked data presentation has it inside. */
  readonly submissionBeside: JsonObject | undefined
}

const ALGORITHMS: Readonly<Record<SigningKeyKind, SigningAlgorithm>> = {
  Ed25519: 'EdDSA',
  'P-256': 'ES256',
  'P-384': 'ES384',
  secp256k1: 'ES256K',
  RSA: 'RS256',
}

/** Whether this key can sign this kind of presentation: linked data proofs here are made with Ed25519 only. */
export function canSign(
  { algorithm }: Pick<OpenHolderKey, 'algorithm'>,
  { profile }: Pick<PresentationDraft, 'profile'>,
) {
  return profile === 'jwt' || algorithm === 'Ed25519'
}

/** The signature type of a presentation of this profile, in the terms of a definition's `format`. */
export function signatureOf(
  profile: Profile,
  { key }: Pick<OpenHolderKey, 'key'>,
): { readonly format: PresentationFormat; readonly algorithms: readonly string[] } {
  return profile === 'jwt'
    ? { format: 'jwt_vp', algorithms: [ALGORITHMS[key.kind]] }
    : { format: 'ldp_vp', algorithms: [LINKED_DATA_PROOF] }
}

/** The members of a draft as the document that is signed. */
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
  readonly claims?: ((usual: JsonObject) => JsonObject) | undefined
}

/**
 * Signs a draft.
 *
 * @param header replaces the protected header, or members of a JWT's, for a valid signature over a wrong header
 * @param claims replaces the usual claims of a JWT
 * @throws when a context is not known, or the key does not fit (see {@link canSign})
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
  { header = {}, claims = (usual) => usual }: Omit<PresentationSigning, 'contexts'>,
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

/** What is posted (docs/contract/exchange.md, Wallet endpoints). */
export function bodyOf({ presentation, submissionBeside }: SignedPresentation): unknown {
  if (typeof presentation !== 'string') return presentation
  return submissionBeside === undefined ? presentation : { presentation, presentation_submission: submissionBeside }
}
