import { createHash } from 'node:crypto'
import { pack } from '@sd-jwt/core'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import { encodeBase64Url } from '../../crypto/base64url.ts'
import { jwkOfDidKey } from '../../crypto/did-key-jwk.ts'
import type { RandomBytes } from '../../crypto/random.ts'
import { signJwt } from '../signing/jwt-signer.ts'
import type { IssuerKey } from './issuer-keys.ts'
import type { ReadyTerms } from './sd-jwt-terms.ts'

/** An SD-JWT VC to be signed. Times are `xsd:dateTime` with a zone, in whole seconds. */
export interface SdJwtOrder {
  /** `urn:uuid:…`: `jti` */
  readonly id: string
  readonly vct: string
  /** DID of the subject; a `did:key` where the credential is bound to it. */
  readonly subject: string
  /** Claims of the subject, which stand beside those of the issuer. */
  readonly values: JsonObject
  readonly terms: ReadyTerms
  readonly now: string
  readonly issuanceDate: string
  readonly expirationDate: string | null
  /** Undefined: it cannot be revoked. */
  readonly status: { readonly idx: number; readonly uri: string } | undefined
}

const HASH = { alg: 'sha-256', hasher: (data: string | ArrayBuffer) => sha256(data) }

/**
 * Signs an SD-JWT VC as its issuer gives it: the JWT, all disclosures, no key binding (docs/contract/exchange.md, Demo
 * issuers; RFC 9901, 4.2; SD-JWT VC, 3). Salts have the length that the library asks for, which is 128 bits.
 */
export async function signSdJwt(order: SdJwtOrder, by: IssuerKey, random: RandomBytes): Promise<string> {
  const { values, terms } = order
  const frame = frameOf(terms.disclosable, terms.decoys)
  const salt = (length: number) => encodeBase64Url(random(length))
  const { packedClaims, disclosures } = await pack({ ...values }, frame, HASH, salt)
  // Claims that are an object are packed as one.
  const payload = { ...issuerClaims(order, by), _sd_alg: HASH.alg, ...(packedClaims as JsonObject) }
  const { key, algorithm, verificationMethod } = by
  const jwt = signJwt(payload, { key, algorithm, kid: verificationMethod, header: { typ: 'dc+sd-jwt' } })
  return `${[jwt, ...disclosures.map((one) => one.encode())].join('~')}~`
}

/** What every reader sees. */
function issuerClaims(order: SdJwtOrder, { did }: Pick<IssuerKey, 'did'>): JsonObject {
  const { id, vct, subject, terms, now, issuanceDate, expirationDate, status } = order
  return {
    iss: did,
    ...(terms.hasSub && { sub: subject }),
    jti: id,
    iat: secondsOf(now),
    nbf: secondsOf(issuanceDate),
    ...(expirationDate !== null && { exp: secondsOf(expirationDate) }),
    vct,
    ...(terms.isBound && { cnf: { jwk: jwkOfDidKey(subject) } }),
    ...(status !== undefined && { status: { status_list: status } }),
  }
}

/** Levels of the claims in the form of the library: `_sd` lists what is withheld, other members lead further in. */
type Frame = NonNullable<Parameters<typeof pack<Record<string, unknown>>>[1]>

/** Every level that withholds something has its decoys, because it would tell otherwise how much it withholds. */
function frameOf(disclosable: readonly Location[], decoys: number): Frame {
  const withheld = disclosable
    .filter(({ length }) => length === 1)
    .flatMap(([step]) => (step === undefined ? [] : [step]))
  const inside = new Map<string, Location[]>()
  for (const [step = '', ...rest] of disclosable) {
    if (rest.length > 0) inside.set(String(step), [...(inside.get(String(step)) ?? []), rest])
  }
  const levels = [...inside].map(([step, places]) => [step, frameOf(places, decoys)] as const)
  // The type of the library takes no number, with which it lists elements.
  return { _sd: withheld as string[], _sd_decoy: decoys, ...Object.fromEntries(levels) } as Frame
}

function sha256(data: string | ArrayBuffer): Uint8Array {
  const hash = createHash('sha256')
  return (typeof data === 'string' ? hash.update(data) : hash.update(Buffer.from(data))).digest()
}

function secondsOf(date: string): number {
  return Math.floor(Date.parse(date) / 1000)
}
