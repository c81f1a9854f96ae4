import { createHash } from 'node:crypto'
import * as vc from '@digitalbazaar/vc'
import { FlattenedSign, SignJWT } from 'jose'
import jsonld from 'jsonld'
import { listOf, memberOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { FindContext } from '../../../src-main/wallet/signing/linked-data-signer.ts'
import { CREDENTIALS_V1, CREDENTIALS_V2 } from '../../../src-main/exchange/registries/context-registry.ts'
import type { HonestDocument, Signing } from '../../vectors/honest-documents/document.ts'
import { ED25519_2020_CONTEXT, publishedLoader, signingSuite } from '../published/published-parties.ts'
import type { PublishedSuite } from '../published/published-parties.ts'
import { ED25519_2018_CONTEXT, privateKeyOf, THE_HOLDER, THE_ISSUER } from './presentations.ts'
import type { Party } from './presentations.ts'

/** What the verifier asked for. */
export const CHALLENGE = 'honest'
export const DOMAIN = 'https://verifier.example'

const JWS_2020_CONTEXT = 'https://w3id.org/security/suites/jws-2020/v1'
const DATA_INTEGRITY_CONTEXT = 'https://w3id.org/security/data-integrity/v2'
const BINDING = { challenge: CHALLENGE, domain: DOMAIN }
const methodOf = ({ did }: Party) => `${did}#${did.slice('did:key:'.length)}`
const secondsOf = (date: unknown) => Math.floor(Date.parse(String(date)) / 1000)

/**
 * Signs credentials as an issuer and presents them as their holder does, with published libraries: those of Digital Bazaar
 * refuse to sign what their proof would not cover, and jose signs the rest.
 *
 * @param date of the proofs, RFC 3339
 */
export function honestParties(find: FindContext, date: string) {
  const loadOther = publishedLoader(THE_ISSUER, THE_HOLDER)
  const documentLoader = (url: string): Promise<unknown> => {
    const document = find(url)
    return document === undefined ? loadOther(url) : Promise.resolve({ documentUrl: url, document, tag: 'static' })
  }

  return { presented }

  async function presented(document: HonestDocument, members: JsonObject = {}): Promise<JsonObject | string> {
    const { credentials, proofs, presentation } = document
    const [proof = 'JWT'] = proofs
    const verifiableCredential: unknown[] = []
    for (const credential of credentials) verifiableCredential.push(await issue(credential, document))
    const models = credentials.map(({ '@context': contexts }) => textsOf(contexts)[0])
    const sent: JsonObject = {
      '@context': [models.includes(CREDENTIALS_V2) ? CREDENTIALS_V2 : CREDENTIALS_V1],
      type: ['VerifiablePresentation'],
      verifiableCredential,
      ...members,
      ...presentation,
    }
    if (proof === 'JWT') return presentedJwt(sent)
    const order = { by: THE_HOLDER, proofPurpose: 'authentication', members: BINDING } as const
    return sign({ holder: THE_HOLDER.did, ...sent }, proof, order)
  }

  /** With one proof after the other, each of which covers the document without the others. */
  async function issue(credential: JsonObject, document: HonestDocument): Promise<JsonObject | string> {
    const { proofs, proofMembers, isProofListed, isCosigned } = document
    let issued = proofs.reduce(withContextOf, credential)
    for (const [index, proof] of proofs.entries()) {
      if (proof === 'JWT') return issuedJwt(credential)
      const by = index > 0 && isCosigned ? THE_HOLDER : THE_ISSUER
      issued = await sign(issued, proof, { by, proofPurpose: 'assertionMethod', members: proofMembers })
    }
    return isProofListed ? { ...issued, proof: [issued['proof']] } : issued
  }

  interface Order {
    readonly by: Party
    readonly proofPurpose: 'authentication' | 'assertionMethod'
    readonly members: JsonObject
  }

  async function sign(sent: JsonObject, name: Exclude<Signing, 'JWT'>, order: Order): Promise<JsonObject> {
    const document = structuredClone(withContextOf(sent, name))
    if (name === 'JsonWebSignature2020') return signedByJose(document, order)
    const suite = await signingSuite(name, order.by, date)
    const signed =
      order.proofPurpose === 'assertionMethod'
        ? vc.issue({ credential: document, suite, documentLoader, now: date })
        : vc.signPresentation({ presentation: document, suite, ...BINDING, documentLoader })
    return (await signed) as JsonObject // what the library makes of an object is one
  }

  /** Over statements that the JSON-LD library alone made. */
  async function signedByJose(document: JsonObject, { by, proofPurpose, members }: Order): Promise<JsonObject> {
    const { proof: earlier, ...body } = document
    const type = 'JsonWebSignature2020'
    const options = { type, created: date, verificationMethod: methodOf(by), proofPurpose, ...members }
    const hashes = await Promise.all([{ ...options, '@context': body['@context'] }, body].map(hashOf))
    const header = { alg: 'EdDSA', b64: false, crit: ['b64'] }
    const jws = await new FlattenedSign(Buffer.concat(hashes)).setProtectedHeader(header).sign(privateKeyOf(by.seed))
    const proof = { ...options, jws: `${jws.protected ?? ''}..${jws.signature}` }
    return { ...body, proof: earlier === undefined ? proof : [earlier, proof].flat() }
  }

  /** Nodes that look alike take more work than the library does by itself. */
  async function hashOf(document: JsonObject): Promise<Buffer> {
    const canonizeOptions = { maxWorkFactor: 3 }
    const options = {
      algorithm: 'RDFC-1.0',
      format: 'application/n-quads',
      safe: true,
      documentLoader,
      canonizeOptions,
    }
    return createHash('sha256')
      .update(await jsonld.canonize(document, options))
      .digest()
  }

  /** As VC Data Model 1.1, 6.3.1 maps a credential to claims. */
  function issuedJwt(credential: JsonObject): Promise<string> {
    const { id, issuer, issuanceDate, expirationDate, ...vcClaim } = credential
    const [subject, ...others] = listOf(vcClaim['credentialSubject'])
    const claims = {
      jti: id,
      iss: memberOf(issuer, 'id') ?? issuer,
      nbf: secondsOf(issuanceDate),
      ...(expirationDate !== undefined && { exp: secondsOf(expirationDate) }),
      ...(others.length === 0 && { sub: memberOf(subject, 'id') ?? THE_HOLDER.did }),
      vc: typeof issuer === 'string' ? vcClaim : { ...vcClaim, issuer },
    }
    return jwt(claims, THE_ISSUER)
  }

  function presentedJwt(vp: JsonObject): Promise<string> {
    const iat = secondsOf(date)
    return jwt({ iss: THE_HOLDER.did, aud: DOMAIN, nonce: CHALLENGE, iat, exp: iat + 600, vp }, THE_HOLDER)
  }

  function jwt(claims: JsonObject, by: Party): Promise<string> {
    const header = { alg: 'EdDSA', kid: methodOf(by), typ: 'JWT' }
    return new SignJWT(claims).setProtectedHeader(header).sign(privateKeyOf(by.seed))
  }
}

const CONTEXT_OF: Readonly<Record<Exclude<Signing, 'JWT'>, string>> = {
  Ed25519Signature2018: ED25519_2018_CONTEXT,
  Ed25519Signature2020: ED25519_2020_CONTEXT,
  'eddsa-rdfc-2022': DATA_INTEGRITY_CONTEXT,
  'eddsa-jcs-2022': DATA_INTEGRITY_CONTEXT,
  JsonWebSignature2020: JWS_2020_CONTEXT,
}
/** Which data model has the terms of a proof in its own context. */
const KNOWN_PROOFS: Readonly<Record<string, readonly Signing[]>> = {
  [CREDENTIALS_V1]: ['Ed25519Signature2018'],
  [CREDENTIALS_V2]: ['eddsa-rdfc-2022', 'eddsa-jcs-2022'] satisfies readonly PublishedSuite[],
}

/** The document with the context that its proof needs. */
function withContextOf(document: JsonObject, proof: Signing): JsonObject {
  const contexts = document['@context'] as readonly string[] // each document of these tests has a list
  if (proof === 'JWT' || KNOWN_PROOFS[contexts[0] ?? '']?.includes(proof)) return document
  const context = CONTEXT_OF[proof]
  return contexts.includes(context) ? document : { ...document, '@context': [...contexts, context] }
}
