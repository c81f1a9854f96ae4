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
  /** The DID of the subject. */
  readonly subject: string
  /** The claims, without `id` and `type` of the subject. */
  readonly values: Readonly<Record<string, unknown>>
  /** An `xsd:dateTime` with a time zone, in whole seconds. */
  readonly issuanceDate: string
  /** Null if it does not expire. */
  readonly expirationDate: string | null
  /** Entries in status lists; without any, the credential cannot be revoked. */
  readonly credentialStatus: readonly JsonObject[]
}

/** Builds an unsigned credential (docs/contract/exchange.md, Demo issuers). */
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
  /** Members of the JWT header that replace the default ones. */
  readonly header?: JsonObject
  /** Changes the claims of a JWT. */
  readonly claims?: (claims: JsonObject) => JsonObject
  /** Options of the linked data proof that replace the default ones. */
  readonly proof?: { readonly proofPurpose?: string; readonly created?: string; readonly expires?: string }
}

/**
 * Signs a credential as an object with a proof or as a compact JWT (docs/contract/exchange.md, Proofs: linked data,
 * Proofs: JWT).
 *
 * @throws {CryptoError} `signing_key_invalid` for a linked data proof with a key that is not Ed25519
 */
export async function signCredential(credential: JsonObject, signing: CredentialSigning): Promise<JsonObject | string> {
  const { by, format, created, contexts, header = {}, claims = (payload) => payload, proof } = signing
  const { key, algorithm, verificationMethod } = by
  if (format === 'jwt_vc') {
    return signJwt(claims(jwtPayloadOf(credential)), { key, algorithm, kid: verificationMethod, header })
  }
  const options = { key, verificationMethod, proofPurpose: 'assertionMethod', created, ...proof }
  return signLinkedData(credential, options, contexts)
}

/**
 * The claims of a JWT credential (VC Data Model 1.1, 6.3.1). `jti`, `nbf` and `exp` replace members of the credential; `iss`
 * and `sub` repeat identifiers of members in `vc`.
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
