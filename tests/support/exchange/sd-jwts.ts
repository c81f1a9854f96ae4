import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, randomBytes, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { SDJwtInstance } from '@sd-jwt/core'
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { decodeBase58, encodeBase58 } from '../../../src-main/crypto/base58.ts'
import { pemOf } from './certificates.ts'
import { NOW, privateKeyOf, THE_ISSUER } from './presentations.ts'

/** Who signs an SD-JWT VC or its key binding, with a key that is new in each run. */
export interface SdJwtParty {
  readonly did: string
  /** The key as `kid` names it. */
  readonly kid: string
  readonly alg: 'ES256' | 'EdDSA'
  readonly privateKey: KeyObject
  /** The public key. */
  readonly jwk: JsonObject
}

/** A party with a P-256 key and its `did:key`. */
export function aP256Party(): SdJwtParty {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const [x, y] = [jwk.x, jwk.y].map((part) => Buffer.from(part ?? '', 'base64url'))
  if (x === undefined || y === undefined) throw new Error('the key has no coordinates')
  const sign = Buffer.of(2 + ((y.at(-1) ?? 0) % 2)) // a point is compressed by the parity of y
  const key = `z${encodeBase58(Buffer.concat([Buffer.of(0x80, 0x24), sign, x]))}`
  return { did: `did:key:${key}`, kid: `did:key:${key}#${key}`, alg: 'ES256', privateKey, jwk }
}

/** The party that issues linked data in other tests, with its Ed25519 key. */
export function theEd25519Issuer(): SdJwtParty {
  const { did, seed } = THE_ISSUER
  const key = did.slice('did:key:'.length)
  return { did, kid: `${did}#${key}`, alg: 'EdDSA', privateKey: privateKeyOf(seed), jwk: {} }
}

/** The issuer of the certificate `leaf`; its header names no key but has `x5c`. */
export function theCertifiedIssuer(): SdJwtParty {
  const privateKey = createPrivateKey(pemOf('leaf-key'))
  const jwk = createPublicKey(pemOf('leaf')).export({ format: 'jwk' })
  return { did: 'https://issuer.example/tenant', kid: '', alg: 'ES256', privateKey, jwk }
}

export const SECONDS = Date.parse(NOW) / 1000
export const NONCE = 'c'
export const AUDIENCE = 'https://verifier.example'
export const IDENTITY = 'https://credentials.example/identity'

/** Signs header and payload as they are, whatever they hold. */
export function compactJwt(header: JsonObject, payload: unknown, { alg, privateKey }: SdJwtParty): string {
  const signed = `${base64Json(header)}.${base64Json(payload)}`
  const key = alg === 'ES256' ? { key: privateKey, dsaEncoding: 'ieee-p1363' as const } : privateKey
  const signature = sign(alg === 'ES256' ? 'sha256' : null, Buffer.from(signed), key)
  return `${signed}.${signature.toString('base64url')}`
}

const base64Json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** One disclosure with what stands for it in the payload. */
export interface MadeDisclosure {
  readonly text: string
  readonly digest: string
}

/** A disclosure by hand. @param parts salt, name and value; salt and value; or anything else, to be refused */
export function disclosureOf(parts: unknown, algorithm = 'sha256'): MadeDisclosure {
  const text = base64Json(parts)
  return { text, digest: digestOf(text, algorithm) }
}

/** `sd_hash` of a presentation, or the digest of a disclosure. */
export function digestOf(text: string, algorithm = 'sha256'): string {
  return hash(algorithm, text, 'base64url')
}

/** A key binding by hand, over what it is appended to; each part may be anything. */
export interface MadeBinding {
  readonly by: SdJwtParty
  readonly header?: JsonObject
  /** Beside `iat`, `nonce`, `aud` and `sd_hash`; undefined takes one of them away. */
  readonly claims?: JsonObject
}

/** Everything of an SD-JWT that is made by hand. */
export interface MadeSdJwt {
  readonly issuer: SdJwtParty
  readonly header?: JsonObject
  readonly payload: JsonObject
  readonly disclosures?: readonly (MadeDisclosure | string)[]
  readonly binding?: MadeBinding | undefined
}

/** An SD-JWT by hand, which need not be one that holds. */
export function madeSdJwt({ issuer, header = {}, payload, disclosures = [], binding }: MadeSdJwt): string {
  const issued = compactJwt(asSent({ alg: issuer.alg, typ: 'dc+sd-jwt', kid: issuer.kid, ...header }), payload, issuer)
  const texts = disclosures.map((one) => (typeof one === 'string' ? one : one.text))
  return bound([issued, ...texts, ''].join('~'), binding)
}

/** The same presentation with another key binding, or with none. @param presented up to the last tilde */
export function bound(presented: string, binding: MadeBinding | undefined): string {
  if (binding === undefined) return presented
  const { by, header = {}, claims = {} } = binding
  const sent = asSent({ iat: SECONDS - 60, nonce: NONCE, aud: AUDIENCE, sd_hash: digestOf(presented), ...claims })
  return presented + compactJwt(asSent({ alg: by.alg, typ: 'kb+jwt', ...header }), sent, by)
}

/** Members that a test left out are not there. */
function asSent(document: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(document)) as JsonObject
}

/** The usual claims of an SD-JWT VC that is bound to a key. */
export function identityClaims(issuer: SdJwtParty, holder: SdJwtParty, claims: JsonObject = {}): JsonObject {
  return {
    iss: issuer.did,
    vct: IDENTITY,
    iat: SECONDS - 3600,
    exp: SECONDS + 3600,
    cnf: { jwk: holder.jwk },
    ...claims,
  }
}

/** What the libraries hash with. */
const HASHING = {
  hasher: (data: string | ArrayBuffer) =>
    hash('sha256', typeof data === 'string' ? data : new Uint8Array(data), 'buffer'),
  hashAlg: 'sha-256' as const,
}

/** What the libraries hash, salt and sign with. */
function settingsOf(issuer: SdJwtParty, holder: SdJwtParty) {
  return {
    ...HASHING,
    saltGenerator: (length: number) => randomBytes(length).toString('base64url'),
    signer: signerOf(issuer),
    signAlg: issuer.alg,
    kbSigner: signerOf(holder),
    kbSignAlg: holder.alg,
  }
}

/** The library by which others issue and present, with the keys of these parties. */
function sdJwtLibrary(issuer: SdJwtParty, holder: SdJwtParty): SDJwtInstance<JsonObject> {
  return new SDJwtInstance({ omitTyp: true, ...settingsOf(issuer, holder) })
}

/** The same for SD-JWT VCs, which also verifies. */
export function sdJwtVcLibrary(issuer: SdJwtParty, holder: SdJwtParty): SDJwtVcInstance {
  return new SDJwtVcInstance({ ...settingsOf(issuer, holder), ...verifying(issuer.did) })
}

/** The library as a verifier that accepts one issuer. @param statusListAt the status list at a URL */
export function sdJwtVcVerifier(issuer: string, statusListAt: (url: string) => Promise<string>): SDJwtVcInstance {
  return new SDJwtVcInstance({ ...HASHING, ...verifying(issuer), statusListFetcher: statusListAt })
}

function verifying(issuer: string) {
  const key = keyOfDidKey(issuer)
  return {
    verifier: (data: string, signature: string) => isSignedBy(key, data, signature),
    kbVerifier: (data: string, signature: string, { cnf }: { readonly cnf?: { readonly jwk?: object } }) =>
      isSignedBy(createPublicKey({ key: { ...cnf?.jwk }, format: 'jwk' }), data, signature),
  }
}

/** What a key of RFC 8410 or RFC 5480 begins with, before the bytes of a `did:key`. */
const SPKI = { ed25519: '302a300506032b6570032100', p256: '3039301306072a8648ce3d020106082a8648ce3d030107032200' }

/** The key in a `did:key` of Ed25519 or P-256. */
export function keyOfDidKey(did: string): KeyObject {
  const bytes = decodeBase58(did.slice('did:key:z'.length))
  const prefix = bytes[0] === 0xed ? SPKI.ed25519 : SPKI.p256
  const der = Buffer.concat([Buffer.from(prefix, 'hex'), bytes.subarray(2)])
  return createPublicKey({ key: der, format: 'der', type: 'spki' })
}

function isSignedBy(key: KeyObject, data: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  const algorithm = key.asymmetricKeyType === 'ec' ? 'sha256' : null
  return verify(algorithm, Buffer.from(data), { key, dsaEncoding: 'ieee-p1363' }, bytes)
}

/** What the library signs with. */
function signerOf({ alg, privateKey }: SdJwtParty): (data: string) => string {
  const key = alg === 'ES256' ? { key: privateKey, dsaEncoding: 'ieee-p1363' as const } : privateKey
  return (data) => sign(alg === 'ES256' ? 'sha256' : null, Buffer.from(data), key).toString('base64url')
}

/** An SD-JWT VC of the library. @param frame which claims can be withheld (`_sd`), with `_sd_decoy` */
export function issuedBy(
  issuer: SdJwtParty,
  holder: SdJwtParty,
  {
    claims,
    frame,
    typ = 'dc+sd-jwt',
  }: { readonly claims: JsonObject; readonly frame?: JsonObject; readonly typ?: string },
): Promise<string> {
  const header = { typ, kid: issuer.kid }
  return sdJwtLibrary(issuer, holder).issue(claims, frame as never, { header })
}

/** Presents an SD-JWT VC by the library. @param shown the claims to disclose, as a frame */
// eslint-disable-next-line max-params -- who presents what, and to whom
export function presentedBy(
  issuer: SdJwtParty,
  holder: SdJwtParty,
  issued: string,
  shown: JsonObject,
  claims: JsonObject = {},
): Promise<string> {
  const payload = { iat: SECONDS - 60, nonce: NONCE, aud: AUDIENCE, ...claims }
  return sdJwtLibrary(issuer, holder).present(issued, shown as never, { kb: { payload } })
}
