import { CompactSign, generateKeyPair, importJWK } from 'jose'
import type { JWK } from 'jose'
import type { OidcAlgorithm } from '../../../shared/contract/oidc-issuers.ts'
import type { TestTokenFault } from '../../../shared/contract/workbench-oidc.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'

/** The signing key of a test issuer. */
export interface SigningKeyPair {
  readonly kid: string
  readonly algorithm: OidcAlgorithm
  readonly privateJwk: JWK
  readonly publicJwk: JWK
}

export interface TokenOrder {
  readonly issuer: string
  readonly audience: string
  readonly subject: string
  readonly fullName: string | undefined
  readonly previousUser: string | undefined
  readonly validForSeconds: number
  readonly fault: TestTokenFault
}

interface Unsigned {
  readonly header: JsonObject
  readonly claims: JsonObject
}

const HOUR_S = 3_600
const text = new TextEncoder()

/** Mints a token that is as it should be, but for the one thing that was ordered. */
export async function mintToken(
  order: TokenOrder,
  key: SigningKeyPair,
  nowMs: number,
): Promise<Unsigned & { token: string }> {
  const unsigned = { header: headerOf(order, key), claims: claimsOf(order, Math.floor(nowMs / 1000)) }
  return { ...unsigned, token: await sign(unsigned, order.fault, key) }
}

function headerOf({ fault }: TokenOrder, { algorithm, kid }: SigningKeyPair): JsonObject {
  if (fault === 'algorithm_none') return { alg: 'none', typ: 'JWT' }
  if (fault === 'key_confusion') return { alg: 'HS256', typ: 'JWT', kid }
  return { alg: algorithm, typ: 'JWT', kid: fault === 'unknown_kid' ? `${kid}-of-nobody` : kid }
}

function claimsOf({ issuer, audience, subject, fault, ...order }: TokenOrder, nowS: number): JsonObject {
  const begin =
    fault === 'expired' ? nowS - order.validForSeconds - HOUR_S : fault === 'not_yet_valid' ? nowS + HOUR_S : nowS
  return {
    iss: fault === 'wrong_issuer' ? `${issuer}/somebody-else` : issuer,
    sub: subject,
    aud: fault === 'wrong_audience' ? `${audience}-of-somebody-else` : audience,
    iat: begin,
    nbf: begin,
    exp: begin + order.validForSeconds,
    ...(order.fullName !== undefined && { name: order.fullName }),
    ...(order.previousUser !== undefined && { extension_serviceUserId: order.previousUser }),
  }
}

async function sign({ header, claims }: Unsigned, fault: TestTokenFault, key: SigningKeyPair): Promise<string> {
  const payload = text.encode(JSON.stringify(claims))
  if (fault === 'algorithm_none') return `${partOf(header)}.${partOf(claims)}.`
  const token = await new CompactSign(payload)
    .setProtectedHeader({ ...header, alg: String(header['alg']) })
    .sign(await signingKey(fault, key))
  return fault === 'broken_signature' ? withOtherSignature(token) : token
}

/** Key confusion: the public key, which everybody has, as the shared secret of an HMAC. */
async function signingKey(fault: TestTokenFault, { algorithm, privateJwk, publicJwk }: SigningKeyPair) {
  if (fault === 'key_confusion') return text.encode(JSON.stringify(publicJwk).padEnd(32))
  if (fault === 'foreign_key') return (await generateKeyPair(algorithm, { extractable: true })).privateKey
  return importJWK(privateJwk, algorithm)
}

function partOf(part: JsonObject): string {
  return Buffer.from(JSON.stringify(part), 'utf8').toString('base64url')
}

/** Flips one bit of one byte. */
function withOtherSignature(token: string): string {
  const at = token.lastIndexOf('.') + 1
  const signature = Buffer.from(token.slice(at), 'base64url')
  signature[8] = (signature[8] ?? 0) ^ 1
  return token.slice(0, at) + signature.toString('base64url')
}
