import { DEMO_CONTEXT_URL } from '../../../shared/demo-credentials/demo-schemas.ts'
import type { DemoSchema } from '../../../shared/demo-credentials/demo-schemas.ts'
import { listOf, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { signJwt } from '../signing/jwt-signer.ts'
import { signLinkedData } from '../signing/linked-data-signer.ts'
import type { FindContext } from '../signing/linked-data-signer.ts'
import type { IssuerKey } from './issuer-keys.ts'

export const CREDENTIALS_V1 = 'https://www.w3.org/2018/credentials/v1'
export const STATUS_LIST_2021_V1 = 'https://w3id.org/vc/status-list/2021/v1'

export interface CredentialOrder {
  /** `urn:uuid:…` */
  readonly id: string
  readonly schema: Pick<DemoSchema, 'id' | 'type'>
  /** DID of the subject. */
  readonly subject: string
  /** Properties of the schema. `id` and `type` of the subject are not among them. */
  readonly values: Readonly<Record<string, unknown>>
  /** `xsd:dateTime` with a zone, in whole seconds. */
  readonly issuanceDate: string
  /** Null if it does not expire. */
  readonly expirationDate: string | null
  /** Entries of status lists; none: the credential cannot be revoked. */
  readonly credentialStatus: readonly JsonObject[]
}

/** A credential that is not signed yet (docs/contract/exchange.md, Demo issuers). */
export function buildCredential(order: CredentialOrder, { did, name }: Pick<IssuerKey, 'did' | 'name'>): JsonObject {
  const { id, schema, subject, values, issuanceDate, expirationDate, credentialStatus } = order
  const [first, ...others] = credentialStatus
  return {
    '@context': [CREDENTIALS_V1, DEMO_CONTEXT_URL, ...(first === undefined ? [] : [STATUS_LIST_2021_V1])],
    id,
    type: ['VerifiableCredential', schema.type],
    issuer: { id: did, name },
    issuanceDate,
    ...(expirationDate !== null && { expirationDate }),
    credentialSubject: { ...values, id: subject, type: 'Person' },
    credentialSchema: { id: schema.id, type: 'JsonSchemaValidator2018' },
    ...(first !== undefined && { credentialStatus: others.length === 0 ? first : credentialStatus }),
  }
}

export interface CredentialSigning {
  readonly by: Pick<IssuerKey, 'key' | 'algorithm' | 'verificationMethod'>
  readonly format: 'ldp_vc' | 'jwt_vc'
  /** `created` of a linked data proof. */
  readonly created: string
  readonly contexts: FindContext
  /** JWT header members that replace the usual ones. */
  readonly header?: JsonObject
  /** Replaces the usual claims of a JWT. */
  readonly claims?: (usual: JsonObject) => JsonObject
  /** Replaces the usual values of a linked data proof. */
  readonly proof?: { readonly proofPurpose?: string; readonly created?: string; readonly expires?: string }
}

/**
 * Signs a credential: an object with its proof, or a compact JWT (docs/contract/exchange.md, Proofs: linked data,
 * Proofs: JWT).
 *
 * @throws {CryptoError} `signing_key_invalid` for a linked data proof with a key that is not Ed25519
 */
export async function signCredential(credential: JsonObject, signing: CredentialSigning): Promise<JsonObject | string> {
  const { by, format, created, contexts, header = {}, claims = (usual) => usual, proof } = signing
  const { key, algorithm, verificationMethod } = by
  if (format === 'jwt_vc') {
    return signJwt(claims(jwtPayloadOf(credential)), { key, algorithm, kid: verificationMethod, header })
  }
  const usual = { key, verificationMethod, proofPurpose: 'assertionMethod', created }
  return signLinkedData(credential, { ...usual, ...proof }, contexts)
}

/**
 * The same credential as claims (VC Data Model 1.1, 6.3.1): `iss`, `sub`, `jti`, `nbf` and `exp` take the place of
 * members, in whole seconds; issuer and subject stay in `vc` as well, for what else they say.
 */
function jwtPayloadOf(credential: JsonObject): JsonObject {
  const { id, issuanceDate, expirationDate, proof: _proof, ...vc } = credential
  const issuer = memberOf(vc, 'issuer')
  const [subject, ...others] = listOf(memberOf(vc, 'credentialSubject'))
  const sub = others.length === 0 ? memberOf(subject, 'id') : undefined
  return {
    iss: memberOf(issuer, 'id') ?? issuer,
    ...(sub !== undefined && { sub }),
    ...(id !== undefined && { jti: id }),
    ...(issuanceDate !== undefined && { nbf: secondsOf(issuanceDate) }),
    ...(expirationDate !== undefined && { exp: secondsOf(expirationDate) }),
    vc,
  }
}

function secondsOf(date: unknown): number {
  return Math.floor(Date.parse(String(date)) / 1000)
}
